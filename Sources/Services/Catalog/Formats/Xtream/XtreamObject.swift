internal import Foundation
internal import TextFolding

/// An object of a panel's response. No two panels agree on types: numbers come as strings, strings as numbers, lists as
/// a text with commas, and an empty list stands for a missing object.
package struct XtreamObject {
    private let fields: [String: Any]

    /// Parses an object.
    ///
    /// - Returns: nil when the bytes are no JSON, or no object.
    package init?(_ bytes: [UInt8]) {
        func parsed(_ bytes: [UInt8]) -> [String: Any]? {
            try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        }
        // Names in an old encoding make the whole text invalid UTF-8.
        guard let fields = parsed(bytes) ?? parsed(LegacyCharset.utf8(from: bytes.span)) else { return nil }
        self.fields = fields
    }

    private init(_ fields: [String: Any]) { self.fields = fields }

    /// Whether there is a field of a name, whatever its value.
    package func has(_ name: String) -> Bool { fields[name] != nil }

    /// The first of some fields with a text, trimmed; a number counts as one.
    package func text(_ names: String...) -> String? {
        for name in names {
            switch fields[name] {
            case let text as String:
                let trimmed = text.trimmingSpaces()
                if !trimmed.isEmpty { return trimmed }
            case let number as NSNumber: return number.stringValue
            case let list as [Any]:
                if let first = list.lazy.compactMap({ $0 as? String }).first(where: { !$0.isEmpty }) { return first }
            default: continue
            }
        }
        return nil
    }

    /// The first of some fields with a text, which may contain HTML entities: "BBC &amp; Co".
    package func label(_ names: String...) -> String? {
        for name in names {
            if let text = text(name) { return HTMLText.decoded(text) }
        }
        return nil
    }

    /// The first of some fields with a number above 0, with a point or a comma.
    func decimal(_ names: String...) -> Double? {
        for name in names {
            let number = text(name).flatMap { Double($0.replacing(",", with: ".")) }
            if let number, number.isFinite, number > 0 { return number }
        }
        return nil
    }

    /// The first of some fields with a whole number.
    package func number(_ names: String...) -> Int64? {
        for name in names {
            if let number = text(name).flatMap({ Int64($0) ?? Double($0).flatMap { Int64(exactly: $0.rounded()) } }) {
                return number
            }
        }
        return nil
    }

    /// Whether a field is true, 1, "1", "true" or "yes".
    package func flag(_ name: String) -> Bool {
        text(name).map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false
    }

    /// The texts of a list, or of a text with commas.
    package func texts(_ name: String) -> [String] {
        if let list = fields[name] as? [Any] {
            return list.compactMap { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }.filter { !$0.isEmpty }
        }
        return text(name)?.split(separator: ",").map { String($0).trimmingSpaces() }.filter { !$0.isEmpty } ?? []
    }

    /// An object in a field; nil for a list or null in its place.
    package func object(_ name: String) -> XtreamObject? { (fields[name] as? [String: Any]).map(XtreamObject.init) }

    /// The objects of a list, or of an object in its place with their keys.
    func objects(_ name: String) -> [(name: String?, object: XtreamObject)] {
        if let list = fields[name] as? [Any] {
            return list.flatMap { element -> [(name: String?, object: XtreamObject)] in
                if let fields = element as? [String: Any] { return [(nil, XtreamObject(fields))] }
                // A list of lists: seasons without their numbers.
                return (element as? [Any] ?? []).compactMap { ($0 as? [String: Any]).map { (nil, XtreamObject($0)) } }
            }
        }
        guard let map = fields[name] as? [String: Any] else { return [] }
        return map.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }.flatMap { name, value in
            if let fields = value as? [String: Any] { return [(name: String?(name), object: XtreamObject(fields))] }
            return (value as? [Any] ?? []).compactMap { element in
                (element as? [String: Any]).map { (name: String?(name), object: XtreamObject($0)) }
            }
        }
    }
}
