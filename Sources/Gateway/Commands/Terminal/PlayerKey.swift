/// What a key of a player does.
public enum PlayerKey: Sendable, Hashable, CaseIterable {
    /// Space: pause, or go on.
    case pause
    /// The left arrow: back.
    case back
    /// The right arrow: forward.
    case forward
    /// s: skip what is offered to be skipped.
    case skip
    /// n: play what comes next now.
    case next
    /// c: take the next-up card away.
    case cancel
    /// v: another link.
    case variant
    /// q, Ctrl-C or Ctrl-D: end.
    case quit
}

/// Reads keys from the bytes that a terminal sends for them.
///
/// Arrow keys are escape sequences (ECMA-48: CUF and CUB; with cursor keys in application mode SS3), which may come in
/// several pieces. Other sequences and keys are ignored.
struct KeyDecoder {
    /// A sequence whose end has not come yet.
    private var open: [UInt8] = []

    private static let escape: UInt8 = 0x1B
    /// Longer sequences are none of any terminal.
    private static let longest = 16

    /// The keys of some bytes, with those before them.
    mutating func keys(of bytes: some Sequence<UInt8>) -> [PlayerKey] {
        bytes.compactMap { key(of: $0) }
    }

    private mutating func key(of byte: UInt8) -> PlayerKey? {
        if byte == Self.escape {
            open = [byte]
            return nil
        }
        guard !open.isEmpty else { return Self.plain(byte) }
        open.append(byte)
        if open.count == 2 {
            // CSI and SS3 have an end of their own; any other key after an escape is that key with Alt.
            if byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") { open = [] }
            return nil
        }
        // Parameters come before the final byte (ECMA-48 section 5.4).
        guard (0x40...0x7E).contains(byte) || open.count > Self.longest else { return nil }
        open = []
        switch byte {
        case UInt8(ascii: "C"): return .forward
        case UInt8(ascii: "D"): return .back
        default: return nil
        }
    }

    private static func plain(_ byte: UInt8) -> PlayerKey? {
        switch byte {
        case UInt8(ascii: " "): .pause
        case UInt8(ascii: "s"), UInt8(ascii: "S"): .skip
        case UInt8(ascii: "n"), UInt8(ascii: "N"): .next
        case UInt8(ascii: "c"), UInt8(ascii: "C"): .cancel
        case UInt8(ascii: "v"), UInt8(ascii: "V"): .variant
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4: .quit
        default: nil
        }
    }
}
