"""What Python's own library needs to run in a sandbox: one program, one thread, no sockets."""

import os
import site
import sys


class _PipePair:
    """Both ends of what wakes an event loop; there are no sockets to make them of."""

    def __init__(self, fd):
        self._fd = fd

    def fileno(self):
        return self._fd

    def setblocking(self, _flag):
        pass

    def close(self):
        import os

        os.close(self._fd)

    def recv(self, size):
        import os

        return os.read(self._fd, size)

    def send(self, data):
        import os

        return os.write(self._fd, data)


def _socketpair(*_args, **_options):
    import os

    return tuple(_PipePair(fd) for fd in os.pipe())


def _refuse_programs(subprocess):
    def refuse(self, args, *_args, **_options):
        self.returncode = None
        self._child_created = False
        raise OSError(
            "subprocess: Python starts no programs in this sandbox; run them in the shell, "
            "and give Python their output through a pipe or a file"
        )

    subprocess.Popen.__init__ = refuse


def _give_loops_pipes(events):
    events.socket = type(sys)("socket")
    import socket

    events.socket.__dict__.update(socket.__dict__)
    events.socket.socketpair = _socketpair


class _Amend:
    """Changes a module of the library once it is imported."""

    AFTER = {"subprocess": _refuse_programs, "asyncio.selector_events": _give_loops_pipes}

    def find_spec(self, name, path=None, target=None):
        amend = self.AFTER.pop(name, None)
        if amend is None:
            return None
        import importlib.util

        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        class Loader:
            def __getattr__(self, attribute):
                return getattr(original, attribute)

            def create_module(self, given):
                return original.create_module(given)

            def exec_module(self, module):
                execute(module)
                amend(module)

        original, spec.loader = spec.loader, Loader()
        return spec


sys.meta_path.insert(0, _Amend())

# Where pip installs; on this platform Python itself has no folder of the user's.
site.addsitedir(os.path.expanduser(f"~/.local/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"))
