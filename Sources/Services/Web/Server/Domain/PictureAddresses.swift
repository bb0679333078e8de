internal import CBOR
internal import Cryptography
internal import RPC
internal import Synchronization

/// The addresses of lists' pictures that services have told callers: only these are fetched for them, so that no caller has this
/// server open an address of their own choice.
///
/// Digests are kept, in two halves of which the older one is dropped when the other is full. What is not known any more is told
/// again with the next response that has it.
final class PictureAddresses: Sendable {
    private struct State {
        var recent: Set<UInt64> = []
        var older: Set<UInt64> = []
    }

    private let state = Mutex(State())
    /// Digests of one half.
    private let limit: Int
    /// The fields of messages that are pictures of lists: of a card, of details, of a programme.
    private static let fields: Set<String> = ["poster", "backdrop", "picture"]

    init(limit: Int = WebLimits.pictureAddresses) { self.limit = limit }

    /// Notes the addresses in a response or an item.
    func note(in value: CBORValue) {
        var found: [UInt64] = []
        Self.collect(value, &found)
        guard !found.isEmpty else { return }
        state.withLock { state in
            for digest in found where !state.recent.contains(digest) {
                if state.recent.count >= limit { (state.older, state.recent) = (state.recent, []) }
                state.recent.insert(digest)
            }
        }
    }

    /// Whether a service has told an address.
    func contains(_ address: String) -> Bool {
        guard let digest = Self.digest(of: address) else { return false }
        return state.withLock { $0.recent.contains(digest) || $0.older.contains(digest) }
    }

    private static func collect(_ value: CBORValue, _ found: inout [UInt64]) {
        switch value {
        case .array(let elements): for element in elements { collect(element, &found) }
        case .map(let pairs):
            for pair in pairs {
                if case .text(let name) = pair.key, fields.contains(name), case .text(let address) = pair.value {
                    if address.contains("://"), let digest = digest(of: address) { found.append(digest) }
                } else {
                    collect(pair.value, &found)
                }
            }
        default: break
        }
    }

    private static func digest(of address: String) -> UInt64? {
        let digest = try? SHA256.digest(of: Array(address.utf8))
        return digest?.prefix(MemoryLayout<UInt64>.size).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
