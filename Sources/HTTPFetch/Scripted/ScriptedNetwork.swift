package import RPC

/// A scripted internet, which simulations use in place of the real one.
///
/// It is called for every single request, followed redirects included, on the simulation's thread.
package protocol ScriptedNetwork: Sendable {
    /// The response to a request.
    func response(to request: FetchRequest, at time: MonotonicInstant) -> ScriptedResponse
}

/// The response to one request, with its timing.
package struct ScriptedResponse: Sendable {
    /// How far the request gets.
    package enum Reach: Sendable, Hashable {
        /// The host's name has no address.
        case unresolved
        /// The connection is refused.
        case unreachable
        /// The connection attempt gets no answer.
        case silent
        /// There is a connection to this address, `192.0.2.1`.
        case connected(String)
    }

    /// How the body ends after its last piece.
    package enum Ending: Sendable, Hashable {
        /// Complete.
        case whole
        /// The connection breaks.
        case cut
        /// The server falls silent.
        case silence
    }

    /// A piece of the body.
    package struct Piece: Sendable, Hashable {
        /// The delay after the previous piece.
        package var after: Duration
        /// Its bytes.
        package var bytes: [UInt8]

        /// Makes a piece.
        package init(after: Duration, _ bytes: [UInt8]) { (self.after, self.bytes) = (after, bytes) }
    }

    /// How far the request gets.
    package var reach: Reach
    /// The time until then.
    package var connecting = Duration.milliseconds(1)
    /// The status.
    package var status = 200
    /// The header's fields.
    package var fields: [HeaderField] = []
    /// The time from the connection to the header.
    package var waiting = Duration.milliseconds(1)
    /// The body.
    package var body: [Piece] = []
    /// The end of the body.
    package var ending = Ending.whole

    /// Makes a response without a body.
    package init(_ reach: Reach, status: Int = 200, fields: [HeaderField] = []) {
        (self.reach, self.status, self.fields) = (reach, status, fields)
    }
}
