extension RPCFuzzTargets {
    /// A script of calls, frames and time for one of the state machines, the client's or the server's.
    ///
    /// Whatever the peer sends, every call ends once, windows are kept, and memory is limited.
    static func machines(_ input: UnsafeRawBufferPointer) {
        var script = Script(input)
        if script.byte() & 1 == 0 {
            var client = FuzzedClient()
            while !script.isAtEnd { client.step(&script) }
            client.close()
        } else {
            var server = FuzzedServer()
            while !script.isAtEnd, server.isAlive { server.step(&script) }
        }
    }
}
