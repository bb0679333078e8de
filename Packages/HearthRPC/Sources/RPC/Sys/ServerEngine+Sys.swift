// The engine's answers of `sys`. Called on its loop.
extension ServerEngine {
    var peersAnswer: Sys.Peers {
        let now = runtime.now
        return Sys.Peers(peers: connections.sorted { $0.key < $1.key }.map { $0.value.told(at: now) })
    }

    func callsAnswer(limit: UInt32?) throws(RPCError) -> Sys.Calls {
        let limit = limit ?? Sys.ListCalls.standardLimit
        guard limit <= Sys.ListCalls.highestLimit else {
            throw .invalidArgument("limit", "must be at most \(Sys.ListCalls.highestLimit)")
        }
        let now = runtime.now
        let oldest = running.values.sorted { ($0.facts.received, $0.key) < ($1.facts.received, $1.key) }
        return Sys.Calls(
            calls: oldest.prefix(Int(limit)).map { $0.told(at: now) }, total: UInt64(running.count))
    }

    var tracesAnswer: Sys.Traces {
        let now = runtime.now
        return Sys.Traces(
            failed: recentCalls.failed.latestFirst.map { $0.told(at: now) },
            slow: recentCalls.slow.latestFirst.map { $0.told(at: now) },
            slowMilliseconds: UInt64(clamping: server.limits.slowCall.wholeMilliseconds))
    }
}

extension ServerEngine.Peer {
    fileprivate func told(at now: MonotonicInstant) -> Sys.Peer {
        let client = connection.client
        let (arriving, givenUp) = (connection.arrivingCalls, connection.givenUpCalls)
        return Sys.Peer(
            number: id, name: client?.name ?? "", instance: client?.instance.hexadecimal ?? "",
            versions: client?.versions.map { UInt32($0) } ?? [], isOnThisHost: client?.isOnThisHost ?? false,
            connectedSeconds: since.seconds(to: now),
            openCalls: UInt64(connection.calls.count - arriving - givenUp), givenUpCalls: UInt64(givenUp),
            arrivingCalls: UInt64(arriving), bytesReceived: bytesReceived, bytesSent: bytesSent,
            bytesWaiting: UInt64(connection.waitingBytes), receiveWindowBytes: Int64(connection.receiveWindow.left),
            sendWindowBytes: Int64(connection.sendQueue.connectionWindow))
    }
}

extension RunningCall {
    fileprivate func told(at now: MonotonicInstant) -> Sys.LiveCall {
        // The caller's identity, which the task may change meanwhile, is not read.
        Sys.LiveCall(
            method: method.descriptor.name, number: key.call, peerNumber: key.peer, peer: facts.peer,
            phase: phase.rawValue, ageSeconds: facts.received.seconds(to: now),
            secondsLeft: facts.deadline == .distantFuture ? nil : now.seconds(to: facts.deadline),
            trace: facts.header.trace.traceIDText, attempt: Int32(clamping: facts.header.attempt),
            criticality: facts.header.criticality.rawValue)
    }
}

extension EndedCall {
    fileprivate func told(at now: MonotonicInstant) -> Sys.CallTrace {
        Sys.CallTrace(
            method: method.name, peer: peer, trace: trace.traceIDText, code: code.description,
            executed: "\(executed)", queueMicroseconds: timing.queueMicroseconds,
            handlerMicroseconds: timing.handlerMicroseconds, databaseMicroseconds: timing.databaseMicroseconds,
            criticality: criticality.rawValue, ageSeconds: ended.seconds(to: now))
    }
}
