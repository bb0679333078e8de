internal import CatalogRecognition
internal import TextFolding

/// Recognises a link whose account, tokens and title have changed: a hash of its source and the stable part of its
/// address.
struct LinkKey: Hashable, Sendable {
    let text: String

    /// - Parameter source: the source's name.
    init(source: String, address: String) {
        let parts = AddressParts(address)
        var key = IdentityKey.Builder("link")
        key.add(source.utf8)
        // A provider's panel has several hosts for the same streams, and numbers the streams.
        key.add(parts.panelKey ?? parts.stableKey)
        let made = key.finish()
        text = "\(String(made.high, radix: 36)).\(String(made.low, radix: 36))"
    }

    /// Reads a stored key.
    init(stored text: String) { self.text = text }
}

extension AddressParts {
    /// The folder and number of a panel's stream; nil for any other address.
    fileprivate var panelKey: [UInt8]? {
        if panel != nil { return bytes[segments[1]].map(\.lowercased) + [UInt8(ascii: "/")] + bytes[name] }
        guard hasScheme, segments.count == 4, isNumber(name) else { return nil }
        return Array("live/".utf8) + bytes[name]
    }
}
