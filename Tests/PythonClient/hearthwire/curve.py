"""Keys of a client and of the servers that it trusts: README.md, section 2.5."""

from dataclasses import dataclass

import zmq


@dataclass
class Curve:
    """Keys in Z85. `servers` are those that the server may have, the old and the new one while it changes them."""

    public: bytes
    secret: bytes
    servers: list

    @staticmethod
    def make(servers):
        """A client with new keys."""
        return Curve(*zmq.curve_keypair(), servers)

    def secure(self, socket, server):
        """Has a socket show these keys, and talk only to a server with that one."""
        socket.curve_publickey = self.public
        socket.curve_secretkey = self.secret
        socket.curve_serverkey = server
