"""A node of version 1 of the links, as far as its greeting goes: it speaks plainly (src/serve/link.h)."""
import hashlib
import hmac
import os
import struct

NONCE, PROOF, HOW, WELL = 1, 2, 12, 13
CAN_SEAL = 1 << 31


def secret_of(postgres, *database):
    """The house's, as its database tells it."""
    return bytes.fromhex(postgres.sql("SELECT encode(value, 'hex') FROM penultima.secret WHERE name = 'nodes'",
                                      *database).strip())


def frame(kind, payload=b"", channel=0):
    return struct.pack("<IBQ", 9 + len(payload), kind, channel) + payload


def read_exactly(link, count):
    data = b""
    while len(data) < count:
        more = link.recv(count - len(data))
        if not more:
            raise ConnectionError("the other node has gone")
        data += more
    return data


def read_frame(link):
    """(kind, channel, payload)."""
    length, kind, channel = struct.unpack("<IBQ", read_exactly(link, 13))
    return kind, channel, read_exactly(link, length - 9)


def proof(secret, its_nonce, head, by_caller):
    return hmac.new(secret, its_nonce + head + bytes([by_caller]), hashlib.sha512).digest()[:32]


def greet(link, secret, number=4711):
    """Whoever calls does this; an exception: it is not let in."""
    kind, _, its_nonce = read_frame(link)
    assert kind == NONCE
    nonce = os.urandom(32)
    head = struct.pack("<II", 1, number) + nonce
    link.sendall(frame(PROOF, head + proof(secret, its_nonce, head, True)))
    kind, _, answer = read_frame(link)
    assert kind == PROOF and len(answer) == 72
    assert answer[40:] == proof(secret, nonce, answer[:40], False)


def be_greeted(link, secret):
    """Whoever is called does this; returns the number that the caller has said."""
    nonce = os.urandom(32)
    link.sendall(frame(NONCE, nonce))
    kind, _, said = read_frame(link)
    assert kind == PROOF and len(said) == 72
    assert said[40:] == proof(secret, nonce, said[:40], True)
    head = struct.pack("<II", 1, 4711) + os.urandom(32)
    link.sendall(frame(PROOF, head + proof(secret, said[8:40], head, False)))
    return struct.unpack_from("<II", said)[1]
