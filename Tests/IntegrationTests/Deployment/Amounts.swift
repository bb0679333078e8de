/// Reads amounts as deployments write them; nil for what is none.
enum Amount {
    /// `90s` or `2m`, in seconds; a bare number is seconds too.
    static func seconds(_ value: Any?) -> Int? {
        switch value {
        case let number as Int: number
        case let text as String: scaled(text, ["": 1, "s": 1, "m": 60, "min": 60, "h": 3600])
        default: nil
        }
    }

    /// `512m` or `1G`, in bytes.
    static func bytes(_ value: Any?) -> Int? {
        (value as? String).flatMap { scaled($0.lowercased(), ["k": 1 << 10, "m": 1 << 20, "g": 1 << 30]) }
    }

    private static func scaled(_ text: String, _ units: [String: Int]) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        return number * unit
    }
}
