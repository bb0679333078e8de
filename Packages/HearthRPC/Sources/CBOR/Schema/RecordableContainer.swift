/// A generic type of the standard library whose shape depends on its arguments.
protocol RecordableContainer {
    /// The shape, and an empty value.
    static func record(_ session: RecordingSession) -> (Schema.Shape, Any)
}

extension Array: RecordableContainer where Element: Decodable {
    static func record(_ session: RecordingSession) -> (Schema.Shape, Any) {
        (.array(session.shape(Element.self)), [Element]())
    }
}

extension Optional: RecordableContainer where Wrapped: Decodable {
    static func record(_ session: RecordingSession) -> (Schema.Shape, Any) {
        (.nullable(session.shape(Wrapped.self)), Self.none as Any)
    }
}

extension Set: RecordableContainer where Element: Decodable {
    static func record(_ session: RecordingSession) -> (Schema.Shape, Any) {
        session.report(Self.self, "of \(Element.self) has no order to be encoded in: use an array.")
        return (.array(session.shape(Element.self)), Set<Element>())
    }
}

extension Dictionary: RecordableContainer where Key: Decodable, Value: Decodable {
    static func record(_ session: RecordingSession) -> (Schema.Shape, Any) {
        let key: Schema.Shape
        if Key.self == Int.self {
            key = Schema.Shape(.int64)
        } else {
            if Key.self != String.self,
                !(Key.self is any CodingKeyRepresentable.Type && Key.self is any RawRepresentable<String>.Type)
            {
                session.report(
                    Self.self, "with keys of type \(Key.self) is no map: keys are String, Int or represented by text.")
            }
            key = Schema.Shape(.text)
        }
        return (.map(key, session.shape(Value.self)), [Key: Value]())
    }
}
