"""pip for a sandbox without a network: installs pure wheels, from the set that comes with it or from files."""

import argparse
import functools
import glob
import importlib.metadata as metadata
import json
import os
import re
import sys
import zipfile

WHEELS = "/lib/wheels"
BASE = os.path.join(os.path.expanduser("~"), ".local")
SITE = os.path.join(BASE, "lib", f"python{sys.version_info.major}.{sys.version_info.minor}", "site-packages")
# Not in the project: its files must not stand in for programs.
BIN = "/usr/local/bin"

# The library for version numbers and requirements is in the set, too.
sys.path.append(glob.glob(f"{WHEELS}/packaging-*.whl")[0])
from packaging.requirements import InvalidRequirement, Requirement  # noqa: E402
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename  # noqa: E402


# The packages that were asked for by name, not needed by another.
wanted_by_name = set()


class Refusal(Exception):
    pass


class Wheel:
    """A package in an archive."""

    def __init__(self, path):
        self.path = path
        try:
            self.key, self.version, _build, tags = parse_wheel_filename(os.path.basename(path))
        except InvalidWheelFilename as error:
            raise Refusal(str(error)) from None
        if not any(tag.abi == "none" and tag.platform == "any" for tag in tags):
            raise Refusal(f"{os.path.basename(path)} is not a supported wheel on this platform.")

    @functools.cached_property
    def archive(self):
        try:
            return zipfile.ZipFile(self.path)
        except FileNotFoundError:
            raise Refusal(f"{self.path} does not exist.") from None
        except (OSError, zipfile.BadZipFile) as error:
            raise Refusal(f"Wheel '{self.key}' located at {self.path} is invalid: {error}") from None

    @functools.cached_property
    def info(self):
        for name in self.archive.namelist():
            if name.endswith(".dist-info/METADATA") and name.count("/") == 1:
                return name.split("/")[0]
        raise Refusal(f"Wheel '{self.key}' located at {self.path} is invalid: it has no METADATA")

    @functools.cached_property
    def about(self):
        return metadata.PathDistribution(zipfile.Path(self.archive, f"{self.info}/"))

    @property
    def name(self):
        return self.about.name

    def requirements(self, extras):
        for requirement in map(Requirement, self.about.requires or []):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ["", *extras]):
                yield requirement

    def check(self):
        root = os.path.realpath(SITE)
        for member in self.archive.infolist():
            target = os.path.realpath(os.path.join(root, member.filename))
            if os.path.commonpath([root, target]) != root:
                raise Refusal(f"{os.path.basename(self.path)} holds a file outside of its folder: {member.filename}")
        for point in self.scripts():
            if os.path.basename(point.name) != point.name:
                raise Refusal(f"{os.path.basename(self.path)} holds a file outside of its folder: {point.name}")

    def install(self):
        root = os.path.realpath(SITE)
        self.archive.extractall(root)
        extra = [("INSTALLER", "pip\n")]
        if self.key in wanted_by_name:
            extra.append(("REQUESTED", ""))
        for name, text in extra:
            with open(os.path.join(root, self.info, name), "w") as file:
                file.write(text)
        listed = [f"{self.info}/{name},," for name, _ in extra] + [self.script(point) for point in self.scripts()]
        with open(os.path.join(root, self.info, "RECORD"), "a") as record:
            record.write("".join(f"{line}\n" for line in listed))

    def scripts(self):
        return self.about.entry_points.select(group="console_scripts")

    def script(self, point):
        os.makedirs(BIN, exist_ok=True)
        path = os.path.join(BIN, point.name)
        with open(path, "w") as file:
            file.write(
                "#!/usr/bin/python3\nimport sys\n"
                f"from {point.module} import {point.attr.split('.')[0]}\n"
                f"if __name__ == '__main__':\n    sys.exit({point.attr}())\n"
            )
        os.chmod(path, 0o755)
        return f"{os.path.relpath(path, SITE)},,"


def installed():
    """What is installed, by name."""
    return {canonicalize_name(found.name): found for found in metadata.distributions(path=[SITE])}


def in_set():
    found = {}
    for path in sorted(glob.glob(f"{WHEELS}/*.whl")):
        wheel = Wheel(path)
        found[wheel.key] = wheel
    return found


def remove(found):
    folders = set()
    for file in found.files or []:
        path = os.path.normpath(os.path.join(SITE, file))
        if any(os.path.commonpath([folder, path]) == folder for folder in (BASE, BIN)) and os.path.lexists(path):
            os.remove(path)
            folders.add(os.path.dirname(path))
    for folder in sorted(folders, key=len, reverse=True):
        while folder not in (SITE, BIN) and os.path.isdir(folder) and not os.listdir(folder):
            os.rmdir(folder)
            folder = os.path.dirname(folder)


def read_requirements(path):
    try:
        lines = open(path, encoding="utf-8").read().replace("\\\n", "").splitlines()
    except OSError as error:
        raise Refusal(f"Could not open requirements file: {error.strerror}: '{path}'") from None
    for line in lines:
        line = re.sub(r"(^|\s)#.*$", "", line).strip()
        nested = re.match(r"(?:-r|--requirement)[\s=]*(.+)", line)
        if nested:
            yield from read_requirements(os.path.join(os.path.dirname(path), nested[1]))
        elif line.startswith("-"):
            raise Refusal(f"{path}: the option {line.split()[0]} is not supported in this sandbox.")
        elif line:
            yield line


def command_install(options, say):
    names = [*options.packages, *(line for path in options.requirement for line in read_requirements(path))]
    if options.editable:
        raise Refusal("editable installs are not supported in this sandbox: run the project from its folder.")
    if not names:
        raise Refusal('You must give at least one requirement to install (see "pip help install")')
    known, have, chosen, given = in_set(), installed(), {}, set()
    waiting = []
    for name in names:
        if name.endswith(".whl") or os.path.sep in name and os.path.exists(name):
            wheel = Wheel(name)
            known[wheel.key] = wheel
            waiting.append((Requirement(f"{wheel.key}=={wheel.version}"), None, f"./{os.path.basename(name)}"))
            given.add(wheel.key)
        else:
            try:
                waiting.append((Requirement(name), None, name))
            except InvalidRequirement:
                raise Refusal(f"Invalid requirement: {name!r}") from None
    wanted_by_name.update(canonicalize_name(requirement.name) for requirement, _, _ in waiting)
    while waiting:
        requirement, parent, text = waiting.pop(0)
        key = canonicalize_name(requirement.name)
        # The markers of what a package needs were looked at with its extras.
        if parent is None and requirement.marker and not requirement.marker.evaluate():
            say(f"Ignoring {requirement.name}: markers '{requirement.marker}' don't match your environment")
            continue
        old = have.get(key)
        fresh = key in given or options.upgrade and key in wanted_by_name or options.force_reinstall
        if old and not fresh and requirement.specifier.contains(old.version, prereleases=True):
            via = f" (from {parent})" if parent else ""
            say(f"Requirement already satisfied: {requirement} in {SITE.replace(os.path.expanduser('~'), '.', 1)}{via} ({old.version})")
            continue
        wheel = known.get(key)
        if wheel is None or not requirement.specifier.contains(wheel.version, prereleases=True):
            versions = str(wheel.version) if wheel else "none"
            print(
                f"ERROR: Could not find a version that satisfies the requirement {requirement} (from versions: {versions})",
                file=sys.stderr,
            )
            print(f"ERROR: No matching distribution found for {requirement}", file=sys.stderr)
            names = ", ".join(sorted(known))
            raise Refusal(f"the sandbox reaches no index. It comes with {names}; a pure wheel can be installed from a file.", "hint")
        if key not in chosen:
            say(f"{'Processing' if text.startswith('./') else 'Collecting'} {text}")
            chosen[key] = wheel
        for needed in wheel.requirements(requirement.extras):
            other = canonicalize_name(needed.name)
            if other not in chosen:
                waiting.append((needed, requirement.name, f"{needed.name}{needed.specifier} (from {requirement.name})"))
    if options.dry_run or not chosen:
        if chosen:
            say("Would install " + " ".join(sorted(f"{one.name}-{one.version}" for one in chosen.values())))
        return 0
    for wheel in chosen.values():
        wheel.check()
    say(f"Installing collected packages: {', '.join(one.name for one in reversed(chosen.values()))}")
    os.makedirs(SITE, exist_ok=True)
    # As venv does: what is installed is not part of the project.
    with open(os.path.join(BASE, ".gitignore"), "w") as file:
        file.write("*\n")
    for key, wheel in chosen.items():
        if key in have:
            say(f"  Attempting uninstall: {key}\n    Found existing installation: {have[key].name} {have[key].version}")
            remove(have[key])
        wheel.install()
    say("Successfully installed " + " ".join(sorted(f"{one.name}-{one.version}" for one in chosen.values())))
    return 0


def command_uninstall(options, say):
    have = installed()
    if not options.packages and not options.requirement:
        raise Refusal('You must give at least one requirement to uninstall (see "pip help uninstall")')
    names = [*options.packages, *(line for path in options.requirement for line in read_requirements(path))]
    for name in map(lambda line: Requirement(line).name, names):
        found = have.get(canonicalize_name(name))
        if not found:
            print(f"WARNING: Skipping {name} as it is not installed.", file=sys.stderr)
            continue
        name = f"{found.name}-{found.version}"
        say(f"Found existing installation: {found.name} {found.version}")
        if not options.yes and input("Proceed (Y/n)? ").strip().lower() not in ("", "y", "yes"):
            continue
        remove(found)
        say(f"  Successfully uninstalled {name}")
    return 0


def command_list(options, _say):
    rows = sorted(((found.name, found.version) for found in installed().values()), key=lambda row: row[0].lower())
    if options.format == "json":
        print(json.dumps([{"name": name, "version": version} for name, version in rows]))
    elif options.format == "freeze":
        for name, version in rows:
            print(f"{name}=={version}")
    elif rows:
        width = max(len(name) for name, _ in [("Package", ""), *rows])
        last = max(len(version) for _, version in [("", "Version"), *rows])
        print(f"{'Package':{width}} Version\n{'-' * width} {'-' * last}")
        for name, version in rows:
            print(f"{name:{width}} {version}")
    return 0


def command_freeze(options, say):
    options.format = "freeze"
    return command_list(options, say)


def command_show(options, _say):
    have = installed()
    shown = []
    for name in options.packages:
        found = have.get(canonicalize_name(name))
        if not found:
            print(f"WARNING: Package(s) not found: {name}", file=sys.stderr)
            continue
        needs = [Requirement(one) for one in found.requires or []]
        here = [one.name for one in needs if not one.marker or one.marker.evaluate({"extra": ""})]
        by = [
            other.name
            for other in have.values()
            if any(canonicalize_name(Requirement(one).name) == canonicalize_name(name) for one in other.requires or [])
        ]
        data = found.metadata
        lines = [
            ("Name", found.name),
            ("Version", found.version),
            ("Summary", data.get("Summary", "")),
            ("Home-page", data.get("Home-page", "")),
            ("Author", data.get("Author", "")),
            ("Author-email", data.get("Author-email", "")),
            ("License", data.get("License-Expression") or data.get("License", "")),
            ("Location", SITE),
            ("Requires", ", ".join(sorted(here))),
            ("Required-by", ", ".join(sorted(by))),
        ]
        shown.append("\n".join(f"{key}: {value}" for key, value in lines))
    if shown:
        print("\n---\n".join(shown))
    return 0 if shown else 1


def command_check(_options, _say):
    have = installed()
    missing = [
        f"{found.name} {found.version} requires {one.name}, which is not installed."
        for found in have.values()
        for one in map(Requirement, found.requires or [])
        if (not one.marker or one.marker.evaluate({"extra": ""})) and canonicalize_name(one.name) not in have
    ]
    print("\n".join(missing) or "No broken requirements found.")
    return 1 if missing else 0


def parser():
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("-q", "--quiet", action="count", default=0)
    common.add_argument("--disable-pip-version-check", action="store_true")
    common.add_argument("--no-input", action="store_true")
    root = argparse.ArgumentParser(prog="pip", parents=[common], description="Installs pure Python packages.")
    root.add_argument("-V", "--version", action="store_true")
    commands = root.add_subparsers(dest="command", metavar="command")
    packages = argparse.ArgumentParser(add_help=False)
    packages.add_argument("packages", nargs="*")
    listed = argparse.ArgumentParser(add_help=False)
    listed.add_argument("-r", "--requirement", action="append", default=[], metavar="FILE")
    install = commands.add_parser("install", parents=[common, packages, listed], help="install packages")
    install.add_argument("-U", "--upgrade", action="store_true")
    install.add_argument("-e", "--editable", action="append", metavar="PATH")
    for flag in ("--user", "--no-cache-dir", "--no-index", "--break-system-packages", "--prefer-binary"):
        install.add_argument(flag, action="store_true", help="as it always is here")
    install.add_argument("--force-reinstall", action="store_true")
    install.add_argument("--dry-run", action="store_true")
    uninstall = commands.add_parser("uninstall", parents=[common, packages, listed], help="remove packages")
    uninstall.add_argument("-y", "--yes", action="store_true")
    for name in ("list", "freeze", "check"):
        commands.add_parser(name, parents=[common], help=f"{name} what is installed").add_argument(
            "--format", choices=["columns", "freeze", "json"], default="columns"
        )
    commands.add_parser("show", parents=[common, packages], help="show what is known of a package")
    commands.add_parser("help", help="show this")
    return root


def main():
    root = parser()
    options = root.parse_args()
    if options.version:
        print(f"pip of this sandbox (pure wheels only) from {__file__} (python {sys.version_info.major}.{sys.version_info.minor})")
        return 0
    if options.command in (None, "help"):
        root.print_help()
        return 0
    say = (lambda _text: None) if options.quiet else print
    try:
        return globals()[f"command_{options.command}"](options, say)
    except InvalidRequirement as error:
        print(f"ERROR: Invalid requirement: {error}", file=sys.stderr)
        return 1
    except (RecursionError, UnicodeDecodeError) as error:
        print(f"ERROR: the requirements cannot be read: {error}", file=sys.stderr)
        return 1
    except Refusal as refusal:
        text, *kind = refusal.args
        print(f"{kind[0] if kind else 'ERROR'}: {text}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
