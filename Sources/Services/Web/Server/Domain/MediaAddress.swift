internal import CBOR
internal import Cryptography
internal import Foundation
internal import RPC

/// What a path of `/media` stands for: an address of a provider, with the fields that its requests need. It is encrypted and
/// authenticated, so that a browser neither learns an address nor chooses one, and it expires.
struct MediaAddress: Codable, Sendable, Hashable {
    /// The address, with the provider's secrets.
    var url: String
    /// Fields of its requests, by name.
    var headers: [String: String]
    /// When it expires, in seconds since 1970.
    var expires: Int64
    /// The finished download that it is a file of; ``url`` is the file's name then.
    var download: String?
    /// That file, when it is not the main one.
    var file: String?

    /// Encrypts addresses with a key that ends with the process.
    struct Sealer: Sendable {
        private let key: [UInt8]
        private let runtime: any Runtime

        init(runtime: any Runtime) {
            (key, self.runtime) = (runtime.randomBytes(WebLimits.mediaKeyBytes), runtime)
        }

        /// The name of an address in paths of a playback session.
        ///
        /// - Throws: when it cannot be encoded.
        func seal(_ address: MediaAddress, for session: String) throws -> String {
            let nonce = runtime.randomBytes(AESGCM.nonceBytes)
            let sealed = try AESGCM.seal(
                try CBOREncoder().encode(address), key: key, nonce: nonce, context: Array(session.utf8))
            return Self.text(nonce + sealed)
        }

        /// Base64 as it goes into paths (RFC 4648, section 5).
        private static func text(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }

        /// The address of a name; nil when this process has not made it for the session, or it has expired.
        func open(_ name: String, for session: String) -> MediaAddress? {
            var text = name.replacing("-", with: "+").replacing("_", with: "/")
            text += String(repeating: "=", count: (4 - text.count % 4) % 4)
            guard let bytes = Data(base64Encoded: text).map(Array.init), bytes.count > AESGCM.nonceBytes,
                // One address has one name: the last character's unused bits are none of it.
                Self.text(bytes) == name,
                let open = try? AESGCM.open(
                    Array(bytes.dropFirst(AESGCM.nonceBytes)), key: key,
                    nonce: Array(bytes.prefix(AESGCM.nonceBytes)), context: Array(session.utf8)),
                let address = try? CBORDecoder().decode(MediaAddress.self, from: open),
                Double(address.expires) > runtime.wallTime.secondsSince1970
            else { return nil }
            return address
        }
    }
}
