extension QRCode {
    /// Columns of the code in a terminal, with the quiet zone.
    public var terminalColumns: Int { width + 2 * Self.quietZone }

    /// The code as lines of text with the quiet zone, two modules to a character: light modules are the half or whole
    /// blocks, so that it reads right on a dark terminal.
    ///
    /// - Parameter hasColours: whether to name the colours, white on black, so that it reads right on every terminal.
    public func terminalLines(hasColours: Bool) -> [String] {
        let end = width + Self.quietZone
        return stride(from: -Self.quietZone, to: end, by: 2).map { row in
            let text = String((-Self.quietZone..<end).map { character(row: row, column: $0, isLast: row + 1 == end) })
            return hasColours ? Self.whiteOnBlack + text + Self.reset : text
        }
    }

    /// Bright white on black (ECMA-48, SGR).
    private static let whiteOnBlack = "\u{1b}[97;40m"
    private static let reset = "\u{1b}[0m"

    /// - Parameter isLast: whether there is no row below this one, as the number of rows is odd.
    private func character(row: Int, column: Int, isLast: Bool) -> Character {
        switch (isDark(row: row, column: column), isLast || isDark(row: row + 1, column: column)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
