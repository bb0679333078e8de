/// Reads the shape of `Decodable` types off the types themselves, by decoding them from nothing and watching what they
/// ask for. No code is generated and nothing is declared twice.
///
/// It sees types of a closed vocabulary: `Bool`, integers of fixed width, `Double`, `String`, `Data`, `Date`, `UUID`,
/// `URL`, arrays, dictionaries with text or `Int` keys, structures of these with synthesised coding, optionals,
/// enumerations with `String` raw values and `CaseIterable`, and open enumerations (structures that decode a single
/// `String`, which list what they know if they are `CaseIterable`). Whatever else a type asks for is reported.
public enum SchemaRecorder {
    /// What was seen of some types.
    public struct Recording: Sendable {
        /// The shapes of the types, in the order in which they were given.
        public var shapes: [Schema.Shape]
        /// The rules that the shapes need.
        public var schema: Schema
        /// What is outside the vocabulary, a sentence each that begins with the type's name; empty if all is well.
        public var violations: [String]
    }

    /// Records types with all that they contain.
    public static func record(_ types: [any Decodable.Type]) -> Recording {
        let session = RecordingSession()
        let shapes = types.map { session.shape($0) }
        return Recording(shapes: shapes, schema: Schema(rules: session.rules), violations: session.violations)
    }
}
