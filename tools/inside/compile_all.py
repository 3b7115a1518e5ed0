"""Compile sources to .pyc; run by Pyodide under Node.js, so that the bytecode is the page's own.

optimize=2 takes asserts and docstrings out; UNCHECKED_HASH lets the page skip looking for sources.
"""

import os
import py_compile
import shutil
import zipfile


def compile_one(source, target, seen_as):
    """Compile one file; tracebacks in the page will name it `seen_as`."""
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(source, target, dfile=seen_as, doraise=True, optimize=2, invalidation_mode=mode)


def compile_tree(source, target, prefix):
    """Compile a folder to one of .pyc, copying all other files; returns how many were compiled."""
    compiled = 0
    for folder, inside, names in os.walk(source):
        inside[:] = [name for name in inside if name != "__pycache__"]
        inner = folder[len(source) :]
        os.makedirs(target + inner, exist_ok=True)
        for name in names:
            path = f"{inner}/{name}"
            if name.endswith(".py"):
                compile_one(source + path, target + path + "c", prefix + path)
                compiled += 1
            else:
                shutil.copyfile(source + path, target + path)
    return compiled


def compile_zip(source, target):
    """Compile a zip of sources to a zip of .pyc; returns how many were compiled."""
    compiled = 0
    with (
        zipfile.ZipFile(source) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in sorted(old.namelist()):
            if name.endswith("/"):
                continue
            data, kept_as = old.read(name), name
            if name.endswith(".py"):
                with open("/one.py", "wb") as file:
                    file.write(data)
                compile_one("/one.py", "/one.pyc", f"{source}/{name}")
                with open("/one.pyc", "rb") as file:
                    data = file.read()
                kept_as += "c"
                compiled += 1
            entry = zipfile.ZipInfo(kept_as)  # dated 1980: the same sources give the same zip
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, data, compresslevel=9)
    return compiled
