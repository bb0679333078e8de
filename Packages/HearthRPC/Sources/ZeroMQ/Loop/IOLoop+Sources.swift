extension IOLoop {
    /// Adds a source, which gets turns from now on. Must be called on the loop.
    public func add(_ source: any LoopSource) {
        preconditionIsCurrent()
        guard !sources.contains(where: { $0 === source }) else { return }
        sources.append(source)
    }

    /// Removes a source. Must be called on the loop; the source closes its own sockets.
    public func remove(_ source: any LoopSource) {
        preconditionIsCurrent()
        sources.removeAll { $0 === source }
    }

    /// Wakes up for the socket's events, until the socket is closed or unwatched. Must be called on the loop.
    ///
    /// Some source must read the socket until it is empty, every turn, or the loop cannot sleep.
    public func watch(_ socket: ZeroMQSocket) {
        preconditionIsCurrent()
        guard !socket.isClosed, !watched.contains(where: { $0 === socket }) else { return }
        socket.watcher = self
        watched.append(socket)
        isPollSetStale = true
    }

    /// Stops waking up for the socket. Must be called on the loop.
    public func unwatch(_ socket: ZeroMQSocket) {
        preconditionIsCurrent()
        socket.watcher = nil
        watched.removeAll { $0 === socket }
        isPollSetStale = true
    }
}
