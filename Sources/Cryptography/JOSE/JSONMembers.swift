/// The names of the members of a JSON object, which must be unique: a decoder takes the first or the last of two, as it
/// likes, and so two readers of a signed text may see different ones (RFC 7515, section 4; RFC 8725, section 2.4).
package enum JSONMembers {
    /// The names of the members of the object that `text` is, without those of objects inside it.
    ///
    /// - Returns: nil when it is no object, a name is there twice, or one is written with an escape. Whether the values
    ///   are JSON is left to the decoder.
    package static func names(of text: [UInt8]) -> Set<String>? {
        var scanner = Scanner(text)
        return scanner.object()
    }

    private struct Scanner {
        private let text: [UInt8]
        private var position = 0

        init(_ text: [UInt8]) { self.text = text }

        mutating func object() -> Set<String>? {
            var names: Set<String> = []
            guard take(UInt8(ascii: "{")) else { return nil }
            if take(UInt8(ascii: "}")) { return isAtEnd() ? names : nil }
            repeat {
                guard let name = name(), names.insert(name).inserted, take(UInt8(ascii: ":")), skipValue() else {
                    return nil
                }
            } while take(UInt8(ascii: ","))
            return take(UInt8(ascii: "}")) && isAtEnd() ? names : nil
        }

        /// A name without escapes, which could write one name in two ways.
        private mutating func name() -> String? {
            guard take(UInt8(ascii: "\"")) else { return nil }
            let start = position
            while position < text.count, text[position] != UInt8(ascii: "\"") {
                if text[position] == UInt8(ascii: "\\") { return nil }
                position += 1
            }
            guard position < text.count else { return nil }
            defer { position += 1 }
            return String(validating: text[start..<position], as: UTF8.self)
        }

        /// Skips a value up to the comma or the bracket that ends it.
        private mutating func skipValue() -> Bool {
            var depth = 0
            while position < text.count {
                switch text[position] {
                case UInt8(ascii: "\""):
                    guard skipString() else { return false }
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if depth == 0 { return true }
                    depth -= 1
                case UInt8(ascii: ","):
                    if depth == 0 { return true }
                default:
                    break
                }
                position += 1
            }
            return false
        }

        private mutating func skipString() -> Bool {
            position += 1
            while position < text.count {
                switch text[position] {
                case UInt8(ascii: "\""):
                    position += 1
                    return true
                case UInt8(ascii: "\\"):
                    position += 2
                default:
                    position += 1
                }
            }
            return false
        }

        /// Takes a character after white space, if it is the next one.
        private mutating func take(_ character: UInt8) -> Bool {
            skipSpace()
            guard position < text.count, text[position] == character else { return false }
            position += 1
            return true
        }

        private mutating func isAtEnd() -> Bool {
            skipSpace()
            return position == text.count
        }

        private mutating func skipSpace() {
            while position < text.count, [0x20, 0x09, 0x0a, 0x0d].contains(text[position]) { position += 1 }
        }
    }
}
