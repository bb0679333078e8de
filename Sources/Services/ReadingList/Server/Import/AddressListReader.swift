/// Reads plain lists of addresses, one a line. What follows an address is its title; empty lines and those that begin with
/// `#` are none.
struct AddressListReader: LinkFileReader {
    private var buffer: [UInt8] = []
    private var line: Int64 = 1

    mutating func read(_ bytes: [UInt8], _ emit: (FileLink) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine(emit)
                line += 1
            } else if buffer.count < ReadingListLimits.importedTextBytes {
                buffer.append(byte)
            }
        }
    }

    mutating func finish(_ emit: (FileLink) -> Void) { endLine(emit) }

    private mutating func endLine(_ emit: (FileLink) -> Void) {
        defer { buffer.removeAll(keepingCapacity: true) }
        let text = FileText.string(buffer).trimmingPrefix("\u{feff}").drop(while: \.isWhitespace)
        // Markdown lists begin with a mark.
        let bare = ["- ", "* "].contains(where: text.hasPrefix) ? text.dropFirst(2).drop(while: \.isWhitespace) : text
        let isEmpty = bare.allSatisfy(\.isWhitespace)
        guard !isEmpty, !bare.hasPrefix("#") else { return }
        var link = FileLink(line: line)
        let address = bare.prefix { !$0.isWhitespace }
        link.url = String(address.hasPrefix("<") && address.hasSuffix(">") ? address.dropFirst().dropLast() : address)
        let title = bare.dropFirst(address.count).drop(while: \.isWhitespace)
        if !title.isEmpty { link.title = HTMLText.decoded(String(title)) }
        emit(link)
    }
}
