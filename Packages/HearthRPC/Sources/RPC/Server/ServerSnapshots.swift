/// One connection of a server at one moment.
package struct PeerSnapshot: Sendable {
    /// The connection's number in this process.
    package let number: PeerID
    /// The other side's name for itself; empty until it has said hello.
    package let name: String
    /// The other side's instance.
    package let instance: [UInt8]
    /// The protocol versions that it speaks.
    package let versions: [UInt8]
    /// Whether it reads the same clock, and so is on this host.
    package let isOnThisHost: Bool
    /// When it connected.
    package let since: MonotonicInstant
    /// Its running calls whose answers it waits for.
    package let openCalls: Int
    /// Its running calls that it has cancelled.
    package let givenUpCalls: Int
    /// Its requests that have begun to arrive.
    package let arrivingCalls: Int
    /// Bytes of frames received from it.
    package let bytesReceived: UInt64
    /// Bytes of frames sent to it.
    package let bytesSent: UInt64
    /// Bytes queued for it.
    package let bytesWaiting: Int
    /// Bytes of bodies that it may send before the next grant.
    package let receiveWindowBytes: Int
    /// Bytes of bodies that may be sent to it before its next grant.
    package let sendWindowBytes: Int
}

/// One running call at one moment. Without the caller's identity, which the call's task may change meanwhile.
package struct CallSnapshot: Sendable {
    /// `service/method`.
    package let method: String
    /// Its number on its connection.
    package let number: UInt64
    /// The number of its connection.
    package let peerNumber: PeerID
    /// The caller's name for itself.
    package let peer: String
    /// `queued` until its task begins, `running` until its handler has ended, `stopping` when it was cancelled.
    package let phase: String
    /// When its request arrived.
    package let received: MonotonicInstant
    /// Its deadline; `distantFuture` for a stream without one.
    package let deadline: MonotonicInstant
    /// The trace that it belongs to.
    package let trace: TraceContext
    /// The attempt's number.
    package let attempt: Int
    /// Its criticality.
    package let criticality: Criticality
}

/// The counts of a server since its start.
package struct ServerStatistics: Sendable {
    /// Calls in progress.
    package let openCalls: Int
    /// Connected peers.
    package let connections: Int
    /// Peers dropped because they broke the protocol.
    package let violations: Int
    /// Of each method that was called.
    package let methods: [Method]
    /// Calls refused because of overload, by reason.
    package let refusals: [String: UInt64]

    /// The bounds of the buckets of latencies, in microseconds: from 10 us to 10 s, three to a decade, and two for
    /// streams.
    package static let latencyBounds: [UInt64] = [
        10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
        2_500_000, 5_000_000, 10_000_000, 60_000_000, 300_000_000,
    ]

    /// One method's counts and latencies.
    package struct Method: Sendable {
        /// `service/method`.
        package let name: String
        /// Which sides send items.
        package let shape: CallShape
        /// How often it was called.
        package let calls: UInt64
        /// The number of failures, by code.
        package let failures: [RPCCode: UInt64]
        /// From the wire to the handler.
        package let queue: Latency
        /// In the handler.
        package let handler: Latency
    }

    /// A latency's distribution, in microseconds.
    package struct Latency: Sendable {
        /// The number of measurements.
        package var count: UInt64 = 0
        /// Percentiles, the median first.
        package var p50: UInt64 = 0, p90: UInt64 = 0, p99: UInt64 = 0, p999: UInt64 = 0
        /// The maximum.
        package var max: UInt64 = 0
        /// The sum, to two digits.
        package var sum: UInt64 = 0
        /// For each of the bounds the number of measurements at or below it; empty when there are none.
        package var cumulativeCounts: [UInt64] = []
    }
}
