internal import CBOR
internal import Foundation
package import HearthModel
package import RPC

/// A service's part of a ``SyncToken``: a place in its log, for one selection of what is pulled.
package struct SyncPosition: Codable, Sendable, Hashable {
    /// The shard's life: another one after it was restored from a copy.
    package var generation: Int64
    /// The last entry that the device has.
    package var sequence: Int64
    /// Of a device that began without anything: the last entry at that time. It needs no tombstones up to here.
    package var floor: Int64
    /// Identifies the selection, see ``SyncSelection/mark``.
    package var selection: Int64

    /// Creates a position.
    package init(generation: Int64, sequence: Int64, floor: Int64, selection: Int64) {
        self.generation = generation
        self.sequence = sequence
        self.floor = floor
        self.selection = selection
    }

    /// Reads a service's part of a token; nil when it has none.
    ///
    /// - Throws: INVALID_ARGUMENT when it is none of ours.
    package init?(_ token: SyncToken?, of service: String) throws(RPCError) {
        guard let token else { return nil }
        guard token.parts.count <= SyncToken.maximumParts,
            token.parts.allSatisfy({ $0.key.utf8.count + $0.value.utf8.count <= SyncToken.maximumPartBytes })
        else { throw Self.refusal }
        guard let text = token.parts[service] else { return nil }
        guard let bytes = Data(base64Encoded: text),
            let position = try? CBORDecoder().decode(Self.self, from: [UInt8](bytes)), position.sequence >= 0,
            position.floor >= 0
        else { throw Self.refusal }
        self = position
    }

    private static let refusal = RPCError.invalidArgument(
        "token", "is not a token of these services. Pull without one.")

    /// The token with this as a service's part.
    package func replacing(in token: SyncToken?, of service: String) -> SyncToken {
        var token = token ?? SyncToken()
        token.parts[service] = Data((try? CBOREncoder().encode(self)) ?? []).base64EncodedString()
        return token
    }
}

/// What a device pulls: profiles and kinds, as one viewer sees them.
package struct SyncSelection: Sendable, Hashable {
    /// The profiles, by id.
    package var profiles: [String]
    /// The kinds.
    package var kinds: [SyncKind]
    /// What the viewer's policy shows of titles.
    package var policy: String

    /// Creates a selection. The order of profiles and kinds means nothing.
    package init(profiles: [String], kinds: [SyncKind], policy: String) {
        self.profiles = Set(profiles).sorted()
        self.kinds = Set(kinds).sorted { $0.rawValue < $1.rawValue }
        self.policy = policy
    }

    /// Identifies the selection in tokens: a device whose policy has changed has to get everything again, as titles that it
    /// may see now have not changed themselves.
    package var mark: Int64 {
        Tombstone.mark(
            of: "\(profiles.joined(separator: ","))|\(kinds.map(\.rawValue).joined(separator: ","))|\(policy)")
    }
}
