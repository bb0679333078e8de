internal import FoundationEssentials

/// One run of a recorder.
final class RecordingSession {
    private(set) var rules: [String: Schema.Rule] = [:]
    private(set) var violations: [String] = []
    private var names: [ObjectIdentifier: String] = [:]
    private var owners: [String: ObjectIdentifier] = [:]
    /// A value of each completely recorded type.
    private var values: [ObjectIdentifier: Any] = [:]
    private var open: Set<ObjectIdentifier> = []

    /// Thrown when a type cannot be recorded; the reason was reported.
    struct Abandoned: Error {}

    /// The shape of a type. Its violations are reported.
    func shape<T: Decodable>(_ type: T.Type) -> Schema.Shape {
        if open.contains(ObjectIdentifier(type)) { return .reference(name(of: type)) }
        do {
            return try visit(type).shape
        } catch {
            return names[ObjectIdentifier(type)].map { .reference($0) } ?? Schema.Shape(.any)
        }
    }

    func report(_ type: Any.Type, _ complaint: String) {
        let sentence = "\(SchemaNames.displayName(of: type)) \(complaint)"
        if !violations.contains(sentence) { violations.append(sentence) }
    }

    /// The shape of a type, and a value of it.
    func visit<T: Decodable>(_ type: T.Type) throws -> (shape: Schema.Shape, value: T) {
        if let (kind, sample) = leaf(type), let value = sample as? T { return (Schema.Shape(kind), value) }
        if let container = type as? any RecordableContainer.Type {
            let (shape, sample) = container.record(self)
            if let value = sample as? T { return (shape, value) }
        }
        if let value = CBORValue.null as? T {
            report(type, "says nothing about its shape.")
            return (Schema.Shape(.any), value)
        }
        let id = ObjectIdentifier(type)
        if let value = values[id] as? T { return (.reference(name(of: type)), value) }
        guard !SchemaNames.isSystemType(type) else {
            report(type, "is a system type outside the vocabulary.")
            throw Abandoned()
        }
        guard open.insert(id).inserted else {
            report(type, "contains itself without an end.")
            throw Abandoned()
        }
        defer { open.remove(id) }
        let name = name(of: type)
        let value: T
        if let known = type as? any (CaseIterable & RawRepresentable).Type, let cases = textCases(known),
            let first = cases.first as? T, Mirror(reflecting: first).displayStyle == .enum
        {
            rules[name] = Schema.Rule(cases: cases.texts, isOpen: false)
            value = first
        } else {
            value = try decode(type, name: name)
        }
        values[id] = value
        return (.reference(name), value)
    }

    /// Decodes a type and records what it requests.
    private func decode<T: Decodable>(_ type: T.Type, name: String) throws -> T {
        let watch = RecordingDecoder(session: self, type: type)
        let result = Result { try T(from: watch) }
        if watch.isText {
            let known = (type as? any (CaseIterable & RawRepresentable).Type).flatMap { textCases($0) }
            rules[name] = Schema.Rule(cases: known?.texts ?? [], isOpen: true)
        } else {
            rules[name] = Schema.Rule(fields: watch.fields)
        }
        do {
            return try result.get()
        } catch let error as Abandoned {
            throw error
        } catch {
            if watch.hasComplained { throw Abandoned() }
            report(
                type,
                watch.isText
                    ? "refuses text: a closed enumeration must be CaseIterable, an open one takes any text."
                    : "cannot be made of sample values: validation belongs to the handler, not to the contract.")
            throw Abandoned()
        }
    }

    private func name(of type: Any.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = names[id] { return name }
        var name = SchemaNames.ruleName(of: type)
        if owners[name] != nil {
            report(type, "has the same rule name as another type: \(name).")
            var number = 2
            while owners["\(name)-\(number)"] != nil { number += 1 }
            name += "-\(number)"
        }
        (names[id], owners[name]) = (name, id)
        return name
    }

    /// The raw values of an enumeration, if they are texts.
    private func textCases<E: CaseIterable & RawRepresentable>(_ type: E.Type) -> (texts: [String], first: Any)? {
        let all = Array(type.allCases)
        guard let first = all.first, first.rawValue is String else { return nil }
        return (all.compactMap { $0.rawValue as? String }, first)
    }

    /// The types with a kind of their own, with a sample of each.
    private func leaf(_ type: Any.Type) -> (Schema.Kind, Any)? {
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Bool.self): (.bool, false)
        case ObjectIdentifier(Int.self): (.int64, 0)
        case ObjectIdentifier(Int8.self): (.int8, Int8(0))
        case ObjectIdentifier(Int16.self): (.int16, Int16(0))
        case ObjectIdentifier(Int32.self): (.int32, Int32(0))
        case ObjectIdentifier(Int64.self): (.int64, Int64(0))
        case ObjectIdentifier(UInt.self): (.uint64, UInt(0))
        case ObjectIdentifier(UInt8.self): (.uint8, UInt8(0))
        case ObjectIdentifier(UInt16.self): (.uint16, UInt16(0))
        case ObjectIdentifier(UInt32.self): (.uint32, UInt32(0))
        case ObjectIdentifier(UInt64.self): (.uint64, UInt64(0))
        case ObjectIdentifier(Double.self): (.double, 0.0)
        case ObjectIdentifier(String.self): (.text, "")
        case ObjectIdentifier(Data.self): (.bytes, Data())
        case ObjectIdentifier([UInt8].self): (.bytes, [UInt8]())
        case ObjectIdentifier(Date.self): (.date, Date(timeIntervalSince1970: 0))
        case ObjectIdentifier(UUID.self): (.uuid, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        case ObjectIdentifier(URL.self): URL(string: "https://example.com").map { (.url, $0) }
        default: nil
        }
    }
}
