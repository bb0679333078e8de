package import RPC

/// An internet that is a script: what simulations have in place of the real one.
///
/// It is asked for every single request, redirects that are followed included, on the simulation's thread.
package protocol ScriptedNetwork: Sendable {
    /// What becomes of a request.
    func answer(to request: FetchRequest, at time: MonotonicInstant) -> ScriptedResponse
}

/// What becomes of one request, and when.
package struct ScriptedResponse: Sendable {
    /// How far it comes.
    package enum Reach: Sendable, Hashable {
        /// The host's name has no address.
        case unresolved
        /// Nobody takes the connection.
        case unreachable
        /// Nobody says anything about the connection.
        case unanswered
        /// There is a connection to this address, `192.0.2.1`.
        case connected(String)
    }

    /// How the body ends after its last piece.
    package enum Ending: Sendable, Hashable {
        /// As it should.
        case whole
        /// The connection is cut.
        case cut
        /// Nothing more comes.
        case silence
    }

    /// A piece of the body.
    package struct Piece: Sendable, Hashable {
        /// When it comes: so long after what was before it.
        package var after: Duration
        /// Its bytes.
        package var bytes: [UInt8]

        /// Makes a piece.
        package init(after: Duration, _ bytes: [UInt8]) { (self.after, self.bytes) = (after, bytes) }
    }

    /// How far the request comes.
    package var reach: Reach
    /// How long that takes.
    package var connecting = Duration.milliseconds(1)
    /// The status.
    package var status = 200
    /// The header's fields.
    package var fields: [HeaderField] = []
    /// How long the header takes, from the connection on.
    package var waiting = Duration.milliseconds(1)
    /// The body.
    package var body: [Piece] = []
    /// How it ends.
    package var ending = Ending.whole

    /// Makes an answer without a body.
    package init(_ reach: Reach, status: Int = 200, fields: [HeaderField] = []) {
        (self.reach, self.status, self.fields) = (reach, status, fields)
    }
}
