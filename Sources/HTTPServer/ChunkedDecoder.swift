/// Decodes a chunked body (RFC 9112, section 7.1) from bytes as they arrive: a pure state machine.
struct ChunkedDecoder {
    private enum State {
        case size
        case data(Int)
        /// The CR and LF behind a chunk's data.
        case dataEnd
        case trailer
        case end
    }

    private var state = State.size
    private var line: [UInt8] = []
    private var trailerBytes = 0
    private let lineBytes: Int

    init(lineBytes: Int) { self.lineBytes = lineBytes }

    /// Whether the last chunk and the trailer have been read.
    var isAtEnd: Bool { if case .end = state { true } else { false } }

    /// Takes bytes from the front, as many as belong to the body, and returns the data among them.
    ///
    /// - Throws: ``HTTPProblem``, after which the connection must end.
    mutating func decode(_ bytes: inout ArraySlice<UInt8>) throws(HTTPProblem) -> [UInt8] {
        var data: [UInt8] = []
        while !bytes.isEmpty, !isAtEnd {
            switch state {
            case .data(let left):
                let piece = bytes.prefix(left)
                data += piece
                bytes = bytes.dropFirst(piece.count)
                state = piece.count == left ? .dataEnd : .data(left - piece.count)
            case .size:
                guard let line = try takeLine(&bytes) else { break }
                let size = try size(line)
                state = size == 0 ? .trailer : .data(size)
            case .dataEnd:
                guard let line = try takeLine(&bytes) else { break }
                guard line.isEmpty else { throw Self.malformed }
                state = .size
            case .trailer:
                guard let line = try takeLine(&bytes) else { break }
                trailerBytes += line.count
                guard trailerBytes <= lineBytes else { throw Self.malformed }
                if line.isEmpty { state = .end }
            case .end: break
            }
        }
        return data
    }

    /// The next line without CR and LF; nil when it is not complete.
    private mutating func takeLine(_ bytes: inout ArraySlice<UInt8>) throws(HTTPProblem) -> [UInt8]? {
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "\n") else {
                guard line.count < lineBytes, line.last != UInt8(ascii: "\r") else { throw Self.malformed }
                line.append(byte)
                continue
            }
            guard line.last == UInt8(ascii: "\r") else { throw Self.malformed }
            defer { line = [] }
            return Array(line.dropLast())
        }
        return nil
    }

    private func size(_ line: [UInt8]) throws(HTTPProblem) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        // Eight digits are 4 GiB: no chunk of any use is longer.
        guard (1...8).contains(digits.count), digits.allSatisfy(\.isHexadecimal),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Self.malformed }
        return size
    }

    private static let malformed = HTTPProblem(400, "malformed", "The chunks of the body are malformed.", closes: true)
}
