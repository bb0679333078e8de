/// A coding key for paths, superclasses and positions in arrays.
struct CBORCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let superclass = CBORCodingKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// A position in an array.
    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }
}
