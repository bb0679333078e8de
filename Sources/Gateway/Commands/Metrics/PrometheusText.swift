/// Metrics in Prometheus' text format, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct PrometheusText {
    /// A metric's type.
    enum Kind: String {
        /// It only grows, until the process restarts.
        case counter
        /// It can go up and down.
        case gauge
        /// Quantiles, and how many values they are of.
        case summary
        /// Buckets, how many values they are of, and their sum.
        case histogram
    }

    /// A value with its labels.
    struct Sample {
        var labels: [(name: String, value: String)]
        var value: Double
        /// The suffix of the metric's name: `_count` of a summary, `_bucket` of a histogram.
        var suffix = ""
    }

    /// The text so far.
    private(set) var text = ""

    /// Its content type.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes a metric; nothing when it has no values.
    mutating func add(_ name: String, _ kind: Kind, _ help: String?, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        if let help { text += "# HELP \(name) \(Self.escaped(help))\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            text += "\(name)\(sample.suffix)\(list) \(Self.number(sample.value))\n"
        }
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
        return result
    }

    /// Integers without a fraction, as long as a Double represents them exactly.
    static func number(_ value: Double) -> String {
        value.magnitude < 9e15 && value == value.rounded() ? "\(Int64(value))" : "\(value)"
    }
}
