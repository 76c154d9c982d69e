"""A relay between a client and what it calls: listens on a port of its own and passes on, both ways, what comes."""
import socket
import struct
import threading


class Relay:
    def __init__(self, find_target):
        """find_target() tells where to, (host, port), whenever somebody calls."""
        self.find_target = find_target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.take_calls, daemon=True).start()

    def hold(self):
        """Comes before anything is passed on; may take its time."""

    def meet(self, caller, called):
        """Says to both what has to be said before anything is passed on."""

    def hear(self, call, data):
        """What the called one has said over this call, of which the first is 0."""

    def take_calls(self):
        call = 0
        while True:
            try:
                caller = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.connect, args=(call, caller), daemon=True).start()
            call += 1

    def connect(self, call, caller):
        self.hold()
        try:
            called = socket.create_connection(self.find_target(), 2)
        except OSError:
            # At once, as if nobody listened there.
            caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            caller.close()
            return
        called.settimeout(None)
        self.meet(caller, called)
        for one, other, hear in ((caller, called, None), (called, caller, self.hear)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.pump, args=(one, other, call, hear), daemon=True).start()

    def pump(self, source, target, call, hear):
        try:
            while data := source.recv(1 << 16):
                self.hold()
                if hear:
                    hear(call, data)
                target.sendall(data)
        except OSError:
            pass
        self.hold()
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listener.close()


class OldDoor(Relay):
    """Before a server, and knows no more of sockets than "/ws": as an older server, or a proxy with that path alone."""

    def __init__(self, port):
        self.refused = []
        super().__init__(lambda: ("127.0.0.1", port))

    def connect(self, call, caller):
        head = caller.recv(1 << 16, socket.MSG_PEEK)
        path = (head.split(b" ") + [b"", b""])[1].decode()
        if path.startswith("/ws/"):
            caller.recv(1 << 16)
            self.refused.append(path)
            caller.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            caller.close()
        else:
            super().connect(call, caller)
