"""The icons are PNG files of the right size that show the logo, and a logo they do not know is refused."""

import struct
import zlib

import numpy as np
import pytest

from app.views.style import COLOURS
from tools import icons
from tools.places import ROOT

LOGO = (ROOT / "static" / "logo.svg").read_text()
LIGHT = {role: light for role, (light, _) in COLOURS.items()}


def read(data: bytes) -> np.ndarray:
    """The pixels of a PNG as tools/icons.py writes it."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        chunks[kind], at = body, at + 12 + length
    width, height, *rest = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert rest == [8, 2, 0, 0, 0]
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def test_each_size_shows_three_bars_on_the_pages_colour(tmp_path):
    icons.write(LOGO, LIGHT, tmp_path / "icons")
    assert {file.stem for file in (tmp_path / "icons").iterdir()} == icons.SIZES.keys()
    for name, share in icons.SIZES.items():
        picture = read((tmp_path / "icons" / f"{name}.png").read_bytes())
        size = int(name.partition("-")[0])
        assert picture.shape == (size, size, 3)
        scale, begin = share * size / 26, size * (1 - share) / 2
        for x, role in ((3.5, "target"), (13, "draft"), (22.5, "empirical")):
            row, column = (int(begin + scale * at) for at in (20, x))
            assert (picture[row, column] == icons.rgb(LIGHT[role])).all(), (name, role)
        assert (picture[0, 0] == icons.rgb(LIGHT["page"])).all()


def test_what_a_mask_may_cut_away_is_empty():
    picture = icons.draw(LOGO, LIGHT, 512, icons.SIZES["512-maskable"])
    down, across = np.mgrid[:512, :512] - 255.5
    outside = np.hypot(down, across) > 0.4 * 512
    assert (picture[outside] == icons.rgb(LIGHT["page"])).all()


def test_another_logo_is_refused():
    with pytest.raises(ValueError, match=r"logo\.svg"):
        icons.draw(LOGO.replace("<rect", "<circle", 1), LIGHT, 64, 0.7)
