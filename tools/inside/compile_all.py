"""Compile sources to .pyc; run by Pyodide under Node.js, so that the bytecode is the page's own.

optimize=2 takes asserts and docstrings out; unchecked hashes let the page skip looking for sources. Other
people's modules also lose their help strings and exact line numbers: freed only after import, these would
keep their bytes in the snapshot. A traceback there names functions, and where each begins.
"""

import ast
import importlib.util
import marshal
import os
import shutil
import types
import zipfile

UNCHECKED = (0b01).to_bytes(4, "little")  # in a .pyc: known by its source's hash, and never compared
HELP = ("doc", "help")  # keywords of param's parameters and bokeh's properties, read for documentation alone
HELPFUL = ("/bokeh/", "/numpy/", "/panel/", "/param/")  # in the paths of packages that document at run time
WRITERS = ("add_newdoc", "add_newdoc_for_scalar_type")  # numpy's functions that set a docstring
ENTRY = (
    0b11101000  # of a line table: no columns; the three lowest bits are its code units (2 bytes), less one
)
UNITS = 8  # the most that one entry covers


def compiled(source, seen_as, slim):
    """The .pyc of a source, slimmed or not; tracebacks in the page will name it `seen_as`."""
    tree = ast.parse(source, seen_as)
    if slim and any(package in seen_as for package in HELPFUL):
        tree = WithoutHelp().visit(tree)
    code = compile(tree, seen_as, "exec", dont_inherit=True, optimize=2)
    data = marshal.dumps(without_lines(code) if slim else code)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(source) + data


class WithoutHelp(ast.NodeTransformer):
    """Takes out what only documents: help strings written out in calls, and what is set to `__doc__`."""

    def visit_Call(self, node):
        """Drop help strings among the keywords."""
        node.keywords = [one for one in node.keywords if not is_help(one)]
        return self.generic_visit(node)

    def visit_Assign(self, node):
        """Drop `x.__doc__ = ...`; bokeh and numpy write whole pages so."""
        if all(isinstance(one, ast.Attribute) and one.attr == "__doc__" for one in node.targets):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Expr(self, node):
        """Drop numpy's `add_newdoc(...)`."""
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in WRITERS:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def is_help(keyword):
    """Whether a keyword argument is a help string."""
    value = keyword.value
    return keyword.arg in HELP and isinstance(value, ast.Constant) and isinstance(value.value, str)


def without_lines(code):
    """The code object, and those inside it, with a line table that knows only where the function begins."""
    whole, rest = divmod(len(code.co_code) // 2, UNITS)
    table = bytes((ENTRY | UNITS - 1, 0)) * whole + (bytes((ENTRY | rest - 1, 0)) if rest else b"")
    inner = tuple(without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=table, co_consts=inner)


def compile_tree(source, target, prefix, slim):
    """Compile a folder to one of .pyc, copying all other files; returns how many were compiled."""
    count = 0
    for folder, inside, names in os.walk(source):
        inside[:] = [name for name in inside if name != "__pycache__"]
        inner = folder[len(source) :]
        os.makedirs(target + inner, exist_ok=True)
        for name in names:
            path = f"{inner}/{name}"
            if name.endswith(".py"):
                with open(source + path, "rb") as file:
                    data = file.read()
                with open(target + path + "c", "wb") as file:
                    file.write(compiled(data, prefix + path, slim))
                count += 1
            else:
                shutil.copyfile(source + path, target + path)
    return count


def compile_zip(source, target):
    """Compile a zip of sources to a zip of .pyc, slimmed; returns how many were compiled."""
    count = 0
    with (
        zipfile.ZipFile(source) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in sorted(old.namelist()):
            if name.endswith("/"):
                continue
            data, kept_as = old.read(name), name
            if name.endswith(".py"):
                data, kept_as = compiled(data, f"{source}/{name}", slim=True), name + "c"
                count += 1
            entry = zipfile.ZipInfo(kept_as)  # dated 1980: the same sources give the same zip
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, data, compresslevel=9)
    return count
