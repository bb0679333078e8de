internal import RPCZeroMQ
internal import Synchronization

/// The thread of the sockets, started when the first command needs it: help needs none.
final class LazyNode: Sendable {
    private let node = Mutex<ZeroMQNode?>(nil)

    func get() throws -> ZeroMQNode {
        try node.withLock { node in
            if let node { return node }
            let new = try ZeroMQNode.start(name: "hearth-io")
            node = new
            return new
        }
    }

    func shutDown() async {
        let node = node.withLock { node in
            defer { node = nil }
            return node
        }
        await node?.shutDown()
    }
}
