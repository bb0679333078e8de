internal import CBOR
internal import Foundation
internal import HearthModel
internal import RPC

/// The texts that no response to the audited profile may contain.
struct AuditSecrets: Sendable {
    /// What a text is.
    enum Kind: String, Codable, Sendable {
        /// The id of a title that its policy hides.
        case id
        /// The name of such a title.
        case title
        /// The address of such a title's picture.
        case picture
        /// An id, an address or a name of another person's data.
        case foreign
        /// A word that was given on the command line.
        case canary
    }

    /// A secret text in a response.
    struct Leak: Codable, Sendable, Hashable {
        var kind: Kind
        /// The text, as it was in the response.
        var text: String
    }

    /// Secrets that are told by a text that equals them, folded.
    private var whole: [String: Kind] = [:]
    /// Secrets that are told by a text that contains them, folded.
    private var parts: [(text: String, kind: Kind)] = []

    /// Shorter names are words of everyday texts.
    private static let shortestName = 5
    /// Characters of a text that are shown.
    private static let shownCharacters = 120

    /// How many secrets there are.
    var count: Int { whole.count + parts.count }

    /// Adds an id or an address: responses tell it as a text, or as a word of one.
    mutating func add(_ text: String, _ kind: Kind) { whole[Self.folded(text)] = kind }

    /// Adds a name, unless it is also the name of something that the profile may know.
    mutating func add(name: String, _ kind: Kind, unlessIn known: Set<String>) {
        let folded = Self.folded(name)
        guard folded.count >= Self.shortestName, !known.contains(folded), whole[folded] == nil else { return }
        whole[folded] = kind
    }

    /// Adds a text that is also a secret within a longer one.
    mutating func add(part: String, _ kind: Kind) {
        let folded = Self.folded(part)
        if !folded.isEmpty { parts.append((folded, kind)) }
    }

    /// The form in which texts are compared.
    static func folded(_ text: String) -> String { text.lowercased() }

    /// The secrets that a decoded response tells.
    ///
    /// - Parameter named: texts of the request itself: their return tells nothing.
    func leaks(in value: CBORValue, naming named: Set<String>) -> Set<Leak> {
        var found: Set<Leak> = []
        value.forEachText { search($0, named, &found) }
        return found
    }

    /// The secrets that an error tells, in its message and its details.
    func leaks(in error: RPCError, naming named: Set<String>) -> Set<Leak> {
        var found: Set<Leak> = []
        search(error.message, named, &found)
        for detail in error.details {
            if let value = try? CBORDecoder().decode(CBORValue.self, from: detail.body) {
                value.forEachText { search($0, named, &found) }
            }
        }
        return found
    }

    private func search(_ text: String, _ named: Set<String>, _ found: inout Set<Leak>) {
        let folded = Self.folded(text)
        func note(_ secret: String, _ kind: Kind) {
            guard !named.contains(secret) else { return }
            found.insert(Leak(kind: kind, text: String(text.prefix(Self.shownCharacters))))
        }
        if let kind = whole[folded] { note(folded, kind) }
        for word in folded.split(whereSeparator: Self.separatesWords) where word.count < folded.count {
            // A message ends an id with its own full stop.
            let id = word.hasSuffix(".") ? word.dropLast() : word
            if let kind = whole[String(id)], kind == .id || kind == .foreign { note(String(id), kind) }
        }
        for part in parts where folded.contains(part.text) { note(part.text, part.kind) }
    }

    private static func separatesWords(_ character: Character) -> Bool {
        character.isWhitespace || "\"'“”()[]{}<>,;".contains(character)
    }
}

extension CBORValue {
    /// Calls `body` with each text within the value, keys of maps and bytes among them.
    func forEachText(_ body: (String) -> Void) {
        switch self {
        case .text(let text): body(text)
        case .bytes(let bytes): body(String(decoding: bytes, as: UTF8.self))
        case .array(let items): for item in items { item.forEachText(body) }
        case .map(let pairs):
            for pair in pairs {
                pair.key.forEachText(body)
                pair.value.forEachText(body)
            }
        case .tagged(_, let inner): inner.forEachText(body)
        default: break
        }
    }
}
