internal import Basics

// What the engine reports about itself to the system service. Called on its loop, but for `onLoop`.
extension ServerEngine {
    /// How long it has run.
    package var uptime: Duration { started.duration(to: runtime.now) }

    /// Its services, the system service included.
    package var serviceNames: [String] { Set(methods.map(\.descriptor.service)).sorted() }

    /// The lag of the task pool in microseconds. Also has it measured again.
    package func sampledPoolLag() -> UInt64 {
        measurePoolLag()
        return poolLag.microseconds(at: runtime.now)
    }

    /// Its counts.
    package var statistics: ServerStatistics {
        ServerStatistics(
            openCalls: running.count, connections: connections.count, violations: violations,
            methods: methods.lazy.map(\.statistics).filter { $0.calls > 0 }.map(\.summary),
            refusals: Dictionary(uniqueKeysWithValues: overloads.map { ($0.key.rawValue, $0.value) }))
    }

    /// Its connections, the oldest first.
    package var peers: [PeerSnapshot] { connections.sorted { $0.key < $1.key }.map { $0.value.snapshot } }

    /// Its running calls, the oldest first, and how many there are.
    package func runningCalls(limit: Int) -> (calls: [CallSnapshot], total: Int) {
        let oldest = running.values.sorted { ($0.facts.received, $0.key) < ($1.facts.received, $1.key) }
        return (oldest.prefix(limit).map(\.snapshot), running.count)
    }

    /// Reads its state from a task.
    package func onLoop<Value: Sendable>(_ read: @escaping @Sendable (ServerEngine) -> Value) async -> Value {
        let value = Promise<Value>()
        loop.submit { [self] in value.fulfill(read(self)) }
        return await value.value
    }
}

extension ServerEngine.Peer {
    fileprivate var snapshot: PeerSnapshot {
        let client = connection.client
        let (arriving, givenUp) = (connection.arrivingCalls, connection.givenUpCalls)
        return PeerSnapshot(
            number: id, name: client?.name ?? "", instance: client?.instance ?? [], versions: client?.versions ?? [],
            isOnThisHost: client?.isOnThisHost ?? false, since: since,
            openCalls: connection.calls.count - arriving - givenUp, givenUpCalls: givenUp, arrivingCalls: arriving,
            bytesReceived: bytesReceived, bytesSent: bytesSent, bytesWaiting: connection.waitingBytes,
            receiveWindowBytes: connection.receiveWindow.left, sendWindowBytes: connection.sendQueue.connectionWindow)
    }
}

extension RunningCall {
    fileprivate var snapshot: CallSnapshot {
        CallSnapshot(
            method: method.descriptor.name, number: key.call, peerNumber: key.peer, peer: facts.peer,
            phase: phase.rawValue, received: facts.received, deadline: facts.deadline, trace: facts.header.trace,
            attempt: facts.header.attempt, criticality: facts.header.criticality)
    }
}
