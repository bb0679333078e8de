import EchoControl
import Foundation

/// The measurements and their presentation.
struct CodecReport: Codable {
    /// One codec on one message; a time for each round.
    struct Figure: Codable {
        var codec: String
        var bytes: Int
        var encodeNanoseconds: [Double] = []
        var decodeNanoseconds: [Double] = []
    }

    struct Message: Codable {
        var name: String
        var figures: [Figure]
    }

    var messages: [Message]

    /// The medians, in Markdown; ratios are medians of each round's ratio.
    var table: String {
        var lines = [
            "Medians of interleaved rounds; `x` is how many times CBOR's time it takes, the median of each round's ratio."
        ]
        for message in messages {
            lines += [
                "", "**\(message.name)**", "", "| | bytes | encode us | x | decode us | x |",
                "| --- | --- | --- | --- | --- | --- |",
            ]
            guard let ours = message.figures.first else { continue }
            lines += message.figures.map { figure in
                let cells = [
                    "\(figure.bytes)", Self.text(figure.encodeNanoseconds.median / 1000),
                    Self.text(Self.ratio(figure.encodeNanoseconds, ours.encodeNanoseconds)),
                    Self.text(figure.decodeNanoseconds.median / 1000),
                    Self.text(Self.ratio(figure.decodeNanoseconds, ours.decodeNanoseconds)),
                ]
                return "| \(figure.codec) | \(cells.joined(separator: " | ")) |"
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func ratio(_ theirs: [Double], _ ours: [Double]) -> Double {
        zip(theirs, ours).map { $0 / $1 }.median
    }

    private static func text(_ value: Double) -> String { String(format: "%.2f", value) }
}
