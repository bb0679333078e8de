/// Rows in columns, for people.
public struct Table: Sendable {
    /// A column.
    public struct Column: Sendable {
        /// The heading.
        public let title: String
        /// Whether it holds numbers, which are aligned to the right.
        public let isNumber: Bool
        /// Whether it is cut first when the terminal is too narrow.
        public let isFlexible: Bool

        /// A column of texts.
        public static func text(_ title: String, isFlexible: Bool = false) -> Column {
            Column(title: title, isNumber: false, isFlexible: isFlexible)
        }

        /// A column of numbers.
        public static func number(_ title: String) -> Column { Column(title: title, isNumber: true, isFlexible: false) }
    }

    private var columns: [Column]
    private var rows: [[String]] = []
    private var colours: [Int: Output.Colour] = [:]
    /// What each row is of, where rows can be named later.
    private(set) var listed: [ListedRow] = []

    /// The narrowest that a flexible column becomes.
    private static let narrowest = 12

    /// Creates an empty table.
    public init(_ columns: Column...) { self.columns = columns }

    /// Adds a row; cells that are missing are empty.
    public mutating func add(_ cells: String..., colour: Output.Colour? = nil) {
        if let colour { colours[rows.count] = colour }
        rows.append(columns.indices.map { $0 < cells.count ? Self.printable(cells[$0]) : "" })
    }

    /// Adds a row that `@3` can name later; a table has such rows alone, or none.
    mutating func add(_ cells: String..., row: ListedRow, colour: Output.Colour? = nil) {
        if let colour { colours[rows.count] = colour }
        rows.append(columns.indices.map { $0 < cells.count ? Self.printable(cells[$0]) : "" })
        listed.append(row)
    }

    /// The table with a number before each row.
    fileprivate func numbered(from first: Int) -> Table {
        var table = self
        table.columns = [.number("#")] + columns
        table.rows = rows.enumerated().map { ["\(first + $0)"] + $1 }
        return table
    }

    /// The table's lines. Columns that are empty in every row are left out.
    ///
    /// - Parameter width: cuts flexible columns to fit; nil cuts nothing.
    public func lines(width: Int?, colour: (String, Output.Colour) -> String = { text, _ in text }) -> [String] {
        let shown = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        var widths = shown.map { column in
            max(columns[column].title.width, rows.map { $0[column].width }.max() ?? 0)
        }
        if let width { fit(&widths, shown, into: width) }
        let header = line(shown.map { columns[$0].title }, shown, widths)
        let body = rows.enumerated().map { number, row in
            let text = line(shown.map { row[$0] }, shown, widths)
            return colours[number].map { colour(text, $0) } ?? text
        }
        return rows.isEmpty ? [] : [colour(header, .bold)] + body
    }

    private func fit(_ widths: inout [Int], _ shown: [Int], into width: Int) {
        var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - width
        for (index, column) in shown.enumerated() where columns[column].isFlexible && excess > 0 {
            let cut = min(excess, max(0, widths[index] - Self.narrowest))
            widths[index] -= cut
            excess -= cut
        }
    }

    private func line(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let padded = cells.enumerated().map { index, cell in
            let text = cell.cut(to: widths[index])
            let space = String(repeating: " ", count: max(0, widths[index] - text.width))
            return columns[shown[index]].isNumber ? space + text : text + space
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Titles are untrusted: no control character reaches the terminal.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        let kept = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String.UnicodeScalarView(kept))
    }
}

extension Output {
    /// Writes a table; on a terminal it is cut to its width.
    public func table(_ table: Table) {
        var table = table
        if let rows, !table.listed.isEmpty {
            let first = rows.add(table.listed)
            if isTerminal { table = table.numbered(from: first) }
        }
        for text in table.lines(width: isTerminal ? width : nil, colour: coloured) { line(text) }
    }

    /// Writes a table that is no result.
    func secondaryTable(_ table: Table) {
        for text in table.lines(width: isErrorTerminal ? width : nil, colour: coloured) { note(text) }
    }
}

extension String {
    /// The text's width in terminal columns: two for East Asian wide characters and emoji.
    var width: Int {
        reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            let isWide = Self.wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
            return sum + (isWide ? 2 : 1)
        }
    }

    /// The blocks of wide characters (Unicode Standard Annex #11), coarsely.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa000...0xa4cf,
        0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd,
    ]

    /// The text, truncated to fit, with an ellipsis.
    func cut(to width: Int) -> String {
        guard self.width > width else { return self }
        var kept = ""
        for character in self {
            if (kept + String(character)).width > width - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
