"""The package `cantrip`, with libcantrip and the games of this checkout in it: no compiled part of its own.

    make && pip install --no-build-isolation --no-deps ./tools/python
"""
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build/python"
BUILT.mkdir(parents=True, exist_ok=True)


class WithLibrary(build_py):
    def run(self):
        super().run()
        to, library = Path(self.build_lib) / "cantrip", ROOT / "build/libcantrip.so.0"
        if not library.exists():
            raise SystemExit(f"{library} is not there: run make first")
        shutil.copy2(library, to)
        for folder in ("rulesets", "cards", "scripts"):
            shutil.copytree(ROOT / folder, to / "games" / folder, dirs_exist_ok=True)


class ForThisMachine(Distribution):
    def has_ext_modules(self):
        return True  # the library beside the Python


setup(
    name="cantrip",
    version="0.1.0",
    description="Card games of Cantrip as environments for programs that learn",
    license="MIT",
    packages=["cantrip"],
    python_requires=">=3.9",
    install_requires=["cffi", "numpy"],
    extras_require={"all": ["pandas", "pettingzoo", "gymnasium"]},
    cmdclass={"build_py": WithLibrary},
    distclass=ForThisMachine,
    options={"build": {"build_base": str(BUILT)}, "egg_info": {"egg_base": str(BUILT)}},
)
