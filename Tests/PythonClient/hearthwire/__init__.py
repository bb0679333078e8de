"""A client of the suite's services, written from protocols/ alone (pyzmq, cbor2, pycddl)."""
