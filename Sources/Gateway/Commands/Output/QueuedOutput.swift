internal import RPC
internal import ServiceKit

/// An output that is written by a thread of its own, for a process that must go on when its reader does not.
struct QueuedOutput: Sendable {
    /// Takes what is to be written.
    let output: Output
    let queue: LogQueue<Text>

    /// A text and where it goes.
    struct Text: Sendable, Hashable {
        var stream: Output.Stream
        var text: String
    }

    /// Writes what waits, for the end of the process; gives up when the reader does not take it.
    func flush(runtime: any Runtime) async { await queue.flush(within: LogQueueLimits.flushTime, runtime: runtime) }

    /// Texts that follow each other on one stream as one, to be written with one call.
    static func joined(_ texts: [Text]) -> [Text] {
        texts.reduce(into: []) { joined, text in
            if let last = joined.indices.last, joined[last].stream == text.stream {
                joined[last].text += text.text
            } else {
                joined.append(text)
            }
        }
    }
}
