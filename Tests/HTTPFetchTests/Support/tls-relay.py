"""Ends TLS for a test: listens on loopback and passes on what comes, in the clear, to a port of loopback.

    tls-relay.py CERTIFICATE KEY PORT [PROTOCOL...]

Prints the port that it listens at. PROTOCOLs are offered by ALPN. Ends with its standard input.
"""

import os
import socket
import ssl
import sys
import threading


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(raw, context, port):
    try:
        secure = context.wrap_socket(raw, server_side=True)
        clear = socket.create_connection(("127.0.0.1", port))
    except OSError:
        raw.close()
        return
    threading.Thread(target=pump, args=(clear, secure), daemon=True).start()
    pump(secure, clear)


def main():
    certificate, key, port, *protocols = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if protocols:
        context.set_alpn_protocols(protocols)
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    while True:
        raw, _ = listener.accept()
        threading.Thread(target=serve, args=(raw, context, int(port)), daemon=True).start()


main()
