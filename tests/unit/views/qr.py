"""Reads a QR code from its modules. Written apart from what makes them; there may be no error to correct."""

from __future__ import annotations

EXP = [1]
for _ in range(254):
    EXP.append(EXP[-1] << 1 ^ (0x11D if EXP[-1] & 0x80 else 0))
LOG = {value: power for power, value in enumerate(EXP)}
LEVEL_M = 0b00
# version: (blocks, codewords in a block, of which data) as in the standard's table 9, level M
TABLE = {
    1: [(1, 26, 16)], 2: [(1, 44, 28)], 3: [(1, 70, 44)], 4: [(2, 50, 32)], 5: [(2, 67, 43)],
    6: [(4, 43, 27)], 7: [(4, 49, 31)], 8: [(2, 60, 38), (2, 61, 39)], 9: [(3, 58, 36), (2, 59, 37)],
    10: [(4, 69, 43), (1, 70, 44)], 11: [(1, 80, 50), (4, 81, 51)], 12: [(6, 58, 36), (2, 59, 37)],
    13: [(8, 59, 37), (1, 60, 38)], 14: [(4, 64, 40), (5, 65, 41)], 15: [(5, 65, 41), (5, 66, 42)],
    16: [(7, 73, 45), (3, 74, 46)], 17: [(10, 74, 46), (1, 75, 47)], 18: [(9, 69, 43), (4, 70, 44)],
    19: [(3, 70, 44), (11, 71, 45)], 20: [(3, 67, 41), (13, 68, 42)],
}  # fmt: skip
CENTRES = {  # of the alignment patterns, table E.1
    1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42],
    9: [6, 26, 46], 10: [6, 28, 50], 11: [6, 30, 54], 12: [6, 32, 58], 13: [6, 34, 62],
    14: [6, 26, 46, 66], 15: [6, 26, 48, 70],
    16: [6, 26, 50, 74], 17: [6, 30, 54, 78], 18: [6, 30, 56, 82], 19: [6, 30, 58, 86], 20: [6, 34, 62, 90],
}  # fmt: skip
MASKS = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, j: i % 2 == 0,
    lambda i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]  # i: row, j: column


def is_function(i: int, j: int, version: int) -> bool:
    """Whether a module belongs to a pattern and holds no data."""
    size = 17 + 4 * version
    finder = (i < 9 and j < 9) or (i < 9 and j >= size - 8) or (i >= size - 8 and j < 9)
    told = version >= 7 and ((i < 6 and size - 11 <= j < size - 8) or (j < 6 and size - 11 <= i < size - 8))
    last = size - 7
    centres = [
        (a, b)
        for a in CENTRES[version]
        for b in CENTRES[version]
        if (a, b) not in {(6, 6), (6, last), (last, 6)}
    ]
    return finder or told or 6 in {i, j} or any(abs(i - a) <= 2 and abs(j - b) <= 2 for a, b in centres)


def read(rows: list[list[int]]) -> str:
    """The text of a code. Raises AssertionError where anything is not as the standard has it."""
    size = len(rows)
    version = (size - 17) // 4
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        ring = [rows[top + a][left + b] for a in range(7) for b in range(7)]
        assert ring == [int(max(abs(a - 3), abs(b - 3)) != 2) for a in range(7) for b in range(7)]
    assert [rows[6][j] for j in range(8, size - 8)] == [(j + 1) % 2 for j in range(8, size - 8)]
    assert [rows[i][6] for i in range(8, size - 8)] == [(i + 1) % 2 for i in range(8, size - 8)]
    for a in CENTRES[version]:
        for b in CENTRES[version]:
            if (a, b) not in {(6, 6), (6, size - 7), (size - 7, 6)}:
                assert (rows[a][b], rows[a][b + 1], rows[a - 2][b]) == (1, 0, 1)
    assert rows[size - 8][8] == 1
    around = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    beside = [(size - 1 - k, 8) for k in range(7)] + [(8, size - 8 + k) for k in range(8)]
    formats = [
        int("".join(str(rows[i][j]) for i, j in places), 2) ^ 0b101010000010010 for places in (around, beside)
    ]
    assert formats[0] == formats[1]
    assert remainder(formats[0], 0b10100110111) == 0
    assert formats[0] >> 13 == LEVEL_M
    if version >= 7:
        below = [rows[size - 11 + k % 3][k // 3] for k in range(18)]
        assert below == [rows[k // 3][size - 11 + k % 3] for k in range(18)]
        value = sum(bit << k for k, bit in enumerate(below))
        assert value >> 12 == version
        assert remainder(value, 0b1111100100101) == 0
    mask = MASKS[formats[0] >> 10 & 7]
    bits = [rows[i][j] ^ mask(i, j) for i, j in path(size) if not is_function(i, j, version)]
    stream = [int("".join(map(str, bits[k : k + 8])), 2) for k in range(0, len(bits) - 7, 8)]
    return text_of(data_of(stream, TABLE[version]), version)


def remainder(value: int, divisor: int) -> int:
    """Of the division of polynomials over two elements."""
    while value.bit_length() >= divisor.bit_length():
        value ^= divisor << (value.bit_length() - divisor.bit_length())
    return value


def path(size: int):
    """The modules in the order in which data lies on them."""
    up = True
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for right in columns:
        for i in reversed(range(size)) if up else range(size):
            yield i, right
            yield i, right - 1
        up = not up


def data_of(stream: list[int], table: list[tuple[int, int, int]]) -> list[int]:
    """The data of all blocks in order; each block's syndromes must be zero."""
    shapes = [(whole, data) for blocks, whole, data in table for _ in range(blocks)]
    blocks: list[list[int]] = [[] for _ in shapes]
    words = iter(stream)
    for k in range(max(data for _, data in shapes)):
        for block, (_, data) in zip(blocks, shapes, strict=True):
            if k < data:
                block.append(next(words))
    for _ in range(shapes[0][0] - shapes[0][1]):
        for block in blocks:
            block.append(next(words))
    for block, (whole, data) in zip(blocks, shapes, strict=True):
        assert len(block) == whole
        for power in range(whole - data):
            syndrome = 0
            for place, word in enumerate(reversed(block)):
                if word:
                    syndrome ^= EXP[(LOG[word] + power * place) % 255]
            assert syndrome == 0
    return [word for block, (_, data) in zip(blocks, shapes, strict=True) for word in block[:data]]


def text_of(data: list[int], version: int) -> str:
    """The text in the data: one segment of bytes."""
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100"
    wide = 8 if version < 10 else 16
    length = int(bits[4 : 4 + wide], 2)
    begin = 4 + wide
    rest = bits[begin + 8 * length :]
    assert set(rest[:4]) <= {"0"}
    padding = [data[-1 - k] for k in range(len(rest) // 8 - 1)]
    assert set(padding) <= {0xEC, 0x11}
    return bytes(int(bits[begin + 8 * k : begin + 8 * k + 8], 2) for k in range(length)).decode()
