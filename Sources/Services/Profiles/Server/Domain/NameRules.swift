internal import Foundation
internal import RPC

/// Names that people give.
enum NameRules {
    /// The name without spaces around it.
    ///
    /// - Throws: INVALID_ARGUMENT with `field` when it is empty, too long, or holds line breaks or control characters.
    static func checked(_ text: String, field: String) throws(RPCError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping
        guard !name.isEmpty else { throw .invalidArgument(field, "must not be empty.") }
        guard name.count <= ProfilesLimits.nameCharacters, name.utf8.count <= ProfilesLimits.nameBytes else {
            throw .invalidArgument(field, "must have at most \(ProfilesLimits.nameCharacters) characters.")
        }
        guard !name.unicodeScalars.contains(where: isControl) else {
            throw .invalidArgument(field, "must not hold line breaks or control characters.")
        }
        return name
    }

    /// The key for comparing names: two profiles' names must have different keys.
    static func key(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
            .folding(options: [.caseInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        // Bidirectional control characters can make one name look like another.
        case .format: (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }
}
