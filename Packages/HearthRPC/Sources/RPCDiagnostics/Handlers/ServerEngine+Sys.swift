internal import Glibc
internal import RPC

// The engine's state as `sys` reports it. Called on its loop.
extension ServerEngine {
    var info: Sys.Info {
        Sys.Info(
            name: server.name, version: server.version, processID: getpid(),
            incarnation: String(incarnation, radix: 16), uptimeSeconds: Double(uptime.wholeMilliseconds) / 1_000,
            services: serviceNames)
    }

    func health(withReasons: Bool) -> Sys.Health {
        let lag = sampledPoolLag()
        return Sys.Health(
            state: server.health.overall.rawValue,
            parts: server.health.all.map { part in
                let isShown = withReasons || part.reason.isEmpty
                return Sys.HealthPart(
                    name: part.name, state: part.state.rawValue,
                    reason: isShown ? part.reason : Sys.HealthPart.redactedReason)
            },
            poolLagMicroseconds: lag)
    }

    var stats: Sys.Stats {
        let statistics = statistics
        return Sys.Stats(
            openCalls: UInt64(statistics.openCalls), connections: UInt64(statistics.connections),
            violations: UInt64(statistics.violations), methods: statistics.methods.map(Sys.MethodStats.init),
            refusals: statistics.refusals, latencyBoundsMicroseconds: ServerStatistics.latencyBounds)
    }

    var peersResponse: Sys.Peers {
        let now = server.runtime.now
        return Sys.Peers(peers: peers.map { Sys.Peer($0, at: now) })
    }

    func callsResponse(limit: UInt32?) throws(RPCError) -> Sys.Calls {
        let limit = limit ?? Sys.ListCalls.standardLimit
        guard limit <= Sys.ListCalls.highestLimit else {
            throw .invalidArgument("limit", "must be at most \(Sys.ListCalls.highestLimit)")
        }
        let now = server.runtime.now
        let (calls, total) = runningCalls(limit: Int(limit))
        return Sys.Calls(calls: calls.map { Sys.LiveCall($0, at: now) }, total: UInt64(total))
    }
}

extension Sys.MethodStats {
    fileprivate init(_ method: ServerStatistics.Method) {
        self.init(
            method: method.name, calls: method.calls,
            failures: Dictionary(uniqueKeysWithValues: method.failures.map { ($0.key.description, $0.value) }),
            queue: Sys.Latency(method.queue), handler: Sys.Latency(method.handler),
            shape: method.shape == .unary ? nil : method.shape.rawValue)
    }
}

extension Sys.Latency {
    fileprivate init(_ latency: ServerStatistics.Latency) {
        self.init(
            count: latency.count, p50Microseconds: latency.p50, p90Microseconds: latency.p90,
            p99Microseconds: latency.p99, p999Microseconds: latency.p999, maxMicroseconds: latency.max,
            sumMicroseconds: latency.count == 0 ? nil : latency.sum,
            cumulativeCounts: latency.count == 0 ? nil : latency.cumulativeCounts)
    }
}

extension Sys.Peer {
    fileprivate init(_ peer: PeerSnapshot, at now: MonotonicInstant) {
        self.init(
            number: peer.number, name: peer.name, instance: peer.instance.hexadecimal,
            versions: peer.versions.map { UInt32($0) }, isOnThisHost: peer.isOnThisHost,
            connectedSeconds: peer.since.seconds(to: now), openCalls: UInt64(peer.openCalls),
            givenUpCalls: UInt64(peer.givenUpCalls), arrivingCalls: UInt64(peer.arrivingCalls),
            bytesReceived: peer.bytesReceived, bytesSent: peer.bytesSent, bytesWaiting: UInt64(peer.bytesWaiting),
            receiveWindowBytes: Int64(peer.receiveWindowBytes), sendWindowBytes: Int64(peer.sendWindowBytes))
    }
}

extension Sys.LiveCall {
    fileprivate init(_ call: CallSnapshot, at now: MonotonicInstant) {
        self.init(
            method: call.method, number: call.number, peerNumber: call.peerNumber, peer: call.peer, phase: call.phase,
            ageSeconds: call.received.seconds(to: now),
            secondsLeft: call.deadline == .distantFuture ? nil : now.seconds(to: call.deadline),
            trace: call.trace.traceIDText, attempt: Int32(clamping: call.attempt),
            criticality: call.criticality.rawValue)
    }
}
