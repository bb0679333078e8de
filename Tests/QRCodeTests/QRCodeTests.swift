import CZlib
import QRCode
import Testing

/// QR codes: what libqrencode computes, and that text and picture show the same.
struct QRCodeTests {
    private static let link = "hearth://invite/home.AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"

    /// The three corners of a code, which every reader searches (ISO/IEC 18004, section 6.3.3).
    @Test func `a code has the finder patterns, a timing pattern and the size that its text needs`() throws {
        let code = try QRCode(Self.link)
        // Version 4: 33 modules; version n has 17 + 4 n.
        #expect(code.width == 33)
        let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
        for (top, left) in [(0, 0), (0, code.width - 7), (code.width - 7, 0)] {
            for (row, line) in finder.enumerated() {
                for (column, module) in line.enumerated() {
                    #expect(code.isDark(row: top + row, column: left + column) == (module == "#"))
                }
            }
        }
        for place in 8..<code.width - 8 { #expect(code.isDark(row: 6, column: place) == (place % 2 == 0)) }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.width))
        #expect(try QRCode(Self.link + "x") != code)
    }

    @Test func `no text and too long a one have no code`() throws {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
        let longest = String(repeating: "a", count: QRCode.maximumBytes)
        // Version 40, the largest.
        #expect(try QRCode(longest).width == 177)
        #expect(throws: QRCodeError.tooLong(bytes: QRCode.maximumBytes + 1)) { try QRCode(longest + "a") }
    }

    @Test(arguments: [false, true]) func `the terminal shows each module, light in the quiet zone`(
        hasColours: Bool
    ) throws {
        let code = try QRCode(Self.link)
        let lines = code.terminalLines(hasColours: hasColours)
        #expect(lines.count == (code.terminalColumns + 1) / 2)
        for (number, line) in lines.enumerated() {
            #expect(line.hasPrefix("\u{1b}[97;40m") == hasColours && line.hasSuffix("\u{1b}[0m") == hasColours)
            let blocks = line.filter { "█▀▄ ".contains($0) }
            #expect(blocks.count == code.terminalColumns)
            for (column, block) in blocks.enumerated() {
                let upper = number * 2
                let isUpperDark = code.isDark(row: upper - QRCode.quietZone, column: column - QRCode.quietZone)
                #expect("█▀".contains(block) == !isUpperDark)
                guard upper + 1 < code.terminalColumns else { continue }
                let isLowerDark = code.isDark(row: upper + 1 - QRCode.quietZone, column: column - QRCode.quietZone)
                #expect("█▄".contains(block) == !isLowerDark)
            }
        }
    }

    /// A chunk of a PNG: its type and bytes.
    private static func chunks(_ file: [UInt8]) throws -> [(type: String, bytes: [UInt8])] {
        var rest = file[8...]
        var found: [(String, [UInt8])] = []
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let checked = Array(rest.dropFirst(4).prefix(4 + length))
            let sum = rest.dropFirst(8 + length).prefix(4).reduce(UInt(0)) { $0 << 8 | UInt($1) }
            #expect(crc32(0, checked, uInt(checked.count)) == sum)
            found.append((String(decoding: checked.prefix(4), as: UTF8.self), Array(checked.dropFirst(4))))
            rest = rest.dropFirst(12 + length)
        }
        #expect(rest.isEmpty)
        return found
    }

    @Test(arguments: [1, 3, 8]) func `the picture has each module in its place, and white around`(scale: Int) throws {
        let code = try QRCode(Self.link)
        let file = try code.png(scale: scale)
        #expect(Array(file.prefix(8)) == [0x89] + Array("PNG\r\n\u{1a}\n".utf8))
        let chunks = try Self.chunks(file)
        #expect(chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
        let side = (code.width + 2 * QRCode.quietZone) * scale
        let size = [0, 0, UInt8(side >> 8), UInt8(side & 0xff)]
        #expect(chunks[0].bytes == size + size + [1, 0, 0, 0, 0])
        let rowBytes = 1 + (side + 7) / 8
        var pixels = [UInt8](repeating: 0, count: side * rowBytes)
        var length = uLong(pixels.count)
        #expect(uncompress(&pixels, &length, chunks[1].bytes, uLong(chunks[1].bytes.count)) == Z_OK)
        #expect(Int(length) == side * rowBytes)
        var wrong = 0
        for row in 0..<side {
            if pixels[row * rowBytes] != 0 { wrong += 1 }
            for column in 0..<side {
                let isWhite = pixels[row * rowBytes + 1 + column / 8] & (0x80 >> UInt8(column % 8)) != 0
                let isDark = code.isDark(
                    row: row / scale - QRCode.quietZone, column: column / scale - QRCode.quietZone)
                if isWhite == isDark { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }
}
