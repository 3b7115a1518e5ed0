"""Finding Chromium, and installing it where it is missing."""

import subprocess

import pytest

from tools import browser
from tools.stop import Stop


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine without any browser, and a way to put one on it."""
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "playwrights", lambda: str(tmp_path / "playwrights-own"))

    def put(name: str, status: int = 0) -> str:
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\nexit {status}\n")
        program.chmod(0o755)
        return str(program)

    return put


def test_the_variable_comes_first_then_the_path_then_playwrights(machine, monkeypatch):
    assert browser.find_chromium() is None
    own = machine("playwrights-own")
    assert browser.find_chromium() == own
    on_path = machine("google-chrome")
    assert browser.find_chromium() == on_path
    named = machine("my-chrome")
    monkeypatch.setenv(browser.VARIABLE, named)
    assert browser.find_chromium() == named


def test_the_tests_take_the_shell_where_there_is_one(machine):
    whole = machine("chromium")
    assert browser.find_chromium(browser.FOR_TESTS) == whole
    shell = machine(browser.SHELL)
    assert browser.find_chromium(browser.FOR_TESTS) == shell
    assert browser.find_chromium() == whole


def test_apt_is_asked_for_the_whole_browser_where_it_has_no_shell(machine, monkeypatch):
    machine("apt-get")
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0, raising=False)
    asked = []

    def run(line, **_):
        asked.append(line[1:])
        return subprocess.CompletedProcess(line, int(browser.SHELL in line))

    monkeypatch.setattr(browser.subprocess, "run", run)
    browser.by_apt(browser.FOR_TESTS)
    assert [line[0] for line in asked] == ["update", "install", "install"]
    assert browser.SHELL in asked[1]
    assert "chromium" in asked[2]


def test_a_stand_in_that_does_not_run_is_passed_over(machine):
    machine("chromium-browser", status=1)
    assert browser.find_chromium() is None


def test_a_variable_that_names_nothing_is_said(machine, monkeypatch):
    monkeypatch.setenv(browser.VARIABLE, "no-such-browser")
    with pytest.raises(Stop, match="no-such-browser"):
        browser.find_chromium()


def test_the_second_installer_is_tried_where_the_first_brings_nothing(machine):
    asked = []

    def first() -> None:
        asked.append("first")
        machine("chromium", status=1)

    def second() -> None:
        asked.append("second")
        machine("playwrights-own")

    assert browser.ensure_chromium((first, second)).endswith("playwrights-own")
    assert browser.ensure_chromium((first, second)).endswith("playwrights-own")
    assert asked == ["first", "second"]


def test_where_nothing_helps_the_ways_out_are_named(machine):
    with pytest.raises(Stop, match=browser.VARIABLE):
        browser.ensure_chromium((lambda: None,))
