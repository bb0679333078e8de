/// Derives the shape of `Decodable` types from the types themselves, by decoding them from sample values and recording
/// what they request. No code is generated and nothing is declared twice.
///
/// It supports a closed set of types: `Bool`, integers of fixed width, `Double`, `String`, `Data`, `Date`, `UUID`,
/// `URL`, arrays, dictionaries with text or `Int` keys, structures of these with synthesised coding, optionals,
/// enumerations with `String` raw values and `CaseIterable`, and open enumerations (structures that decode a single
/// `String`, which list their known values if they are `CaseIterable`). All other requests of a type are reported.
public enum SchemaRecorder {
    /// The result of recording some types.
    public struct Recording: Sendable {
        /// The shapes of the types, in the given order.
        public var shapes: [Schema.Shape]
        /// The rules that the shapes need.
        public var schema: Schema
        /// Violations of the closed set of types, a sentence each that begins with the type's name; empty for valid
        /// contracts.
        public var violations: [String]
    }

    /// Records types with all that they contain.
    public static func record(_ types: [any Decodable.Type]) -> Recording {
        let session = RecordingSession()
        let shapes = types.map { session.shape($0) }
        return Recording(shapes: shapes, schema: Schema(rules: session.rules), violations: session.violations)
    }
}
