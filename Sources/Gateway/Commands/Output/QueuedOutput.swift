internal import RPC
internal import ServiceKit

/// An output that is written by its own thread, for a process that must continue when its reader blocks.
struct QueuedOutput: Sendable {
    /// Queues the output.
    let output: Output
    let queue: LogQueue<Text>

    /// A text and its destination.
    struct Text: Sendable, Hashable {
        var stream: Output.Stream
        var text: String
    }

    /// Writes the queued texts at the end of the process; gives up when the reader blocks.
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
