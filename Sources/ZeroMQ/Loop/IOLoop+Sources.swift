extension IOLoop {
    /// Gives a source its turns from now on. To be called on the loop.
    public func add(_ source: any LoopSource) {
        preconditionIsCurrent()
        guard !sources.contains(where: { $0 === source }) else { return }
        sources.append(source)
    }

    /// Gives a source no more turns. To be called on the loop; its sockets are its own business.
    public func remove(_ source: any LoopSource) {
        preconditionIsCurrent()
        sources.removeAll { $0 === source }
    }

    /// Wakes up when the socket has news, until the socket is closed or no longer watched. To be called on the loop.
    ///
    /// Some source must read the socket until nothing is left in it, every turn, or the loop does not sleep well.
    public func watch(_ socket: ZeroMQSocket) {
        preconditionIsCurrent()
        guard !socket.isClosed, !watched.contains(where: { $0 === socket }) else { return }
        socket.watcher = self
        watched.append(socket)
        isPollSetStale = true
    }

    /// No longer wakes up for the socket. To be called on the loop.
    public func unwatch(_ socket: ZeroMQSocket) {
        preconditionIsCurrent()
        socket.watcher = nil
        watched.removeAll { $0 === socket }
        isPollSetStale = true
    }
}
