/// HTML's named characters, which guides use although XML has only five of them (HTML 4.01, section 24).
enum HTMLEntities {
    static let maximumNameBytes = 8

    /// The code point for a name, without `&` and `;`.
    static func scalar(named name: String) -> UInt32? { table[name] }

    /// Replaces the character references of a text that was written for a page; others stay.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "&") {
            result += rest[..<sign]
            let behind = rest[rest.index(after: sign)...]
            if let end = behind.prefix(maximumNameBytes + 1).firstIndex(of: ";"),
                let character = character(String(behind[..<end]))
            {
                result.append(character)
                rest = behind[behind.index(after: end)...]
            } else {
                result += "&"
                rest = behind
            }
        }
        return result + rest
    }

    /// The character of "amp", "eacute", "#39" or "#x27".
    private static func character(_ name: String) -> Character? {
        let value = name.hasPrefix("#") ? XMLRepair.numeric(name) : markup[name] ?? table[name]
        return value.flatMap(Unicode.Scalar.init).map(Character.init)
    }

    /// Those of XML.
    private static let markup: [String: UInt32] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]

    private static let table: [String: UInt32] = {
        var table: [String: UInt32] = [:]
        // ISO 8859-1 from U+00A0 on, in order.
        let latin = """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
            para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
            Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
            Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
            igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
            thorn yuml
            """
        for (index, name) in latin.split(separator: " ").enumerated() { table[String(name)] = 0xA0 + UInt32(index) }
        // Greek from U+0391 on; U+03A2 is not assigned.
        let capitals =
            "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega"
        for (index, name) in capitals.split(separator: " ").enumerated() where name != "-" {
            table[String(name)] = 0x391 + UInt32(index)
            table[name.lowercased()] = 0x3B1 + UInt32(index)
        }
        table["sigmaf"] = 0x3C2
        let others: [(String, UInt32)] = [
            ("OElig", 0x152), ("oelig", 0x153), ("Scaron", 0x160), ("scaron", 0x161), ("Yuml", 0x178), ("fnof", 0x192),
            ("circ", 0x2C6),
            ("tilde", 0x2DC), ("ensp", 0x2002), ("emsp", 0x2003), ("thinsp", 0x2009), ("zwnj", 0x200C), ("zwj", 0x200D),
            ("lrm", 0x200E),
            ("rlm", 0x200F), ("ndash", 0x2013), ("mdash", 0x2014), ("lsquo", 0x2018), ("rsquo", 0x2019),
            ("sbquo", 0x201A), ("ldquo", 0x201C),
            ("rdquo", 0x201D), ("bdquo", 0x201E), ("dagger", 0x2020), ("Dagger", 0x2021), ("bull", 0x2022),
            ("hellip", 0x2026), ("permil", 0x2030),
            ("prime", 0x2032), ("Prime", 0x2033), ("lsaquo", 0x2039), ("rsaquo", 0x203A), ("oline", 0x203E),
            ("frasl", 0x2044), ("euro", 0x20AC),
            ("trade", 0x2122), ("larr", 0x2190), ("uarr", 0x2191), ("rarr", 0x2192), ("darr", 0x2193), ("harr", 0x2194),
            ("minus", 0x2212),
            ("lowast", 0x2217), ("radic", 0x221A), ("infin", 0x221E), ("cap", 0x2229), ("cup", 0x222A),
            ("asymp", 0x2248), ("ne", 0x2260),
            ("equiv", 0x2261), ("le", 0x2264), ("ge", 0x2265), ("loz", 0x25CA), ("spades", 0x2660), ("clubs", 0x2663),
            ("hearts", 0x2665),
            ("diams", 0x2666),
        ]
        for (name, value) in others { table[name] = value }
        return table
    }()
}
