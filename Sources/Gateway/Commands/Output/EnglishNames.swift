internal import Foundation

/// English names of language and country codes.
enum EnglishNames {
    private static let english = Locale(identifier: "en")
    /// TMDB's own code.
    private static let cantonese = "cn"

    /// The name of an ISO 639-1 language; the code when it is unknown.
    static func language(_ code: String) -> String {
        if code == cantonese { return "Cantonese" }
        return english.localizedString(forLanguageCode: code) ?? code
    }

    /// A country by ISO 3166-1; the text where it is none.
    static func country(_ code: String) -> String {
        guard code.utf8.count == 2 else { return code }
        return english.localizedString(forRegionCode: code.uppercased()) ?? code
    }

    /// Countries as sources write them: a name, a code, or several with `;` or `,` between them.
    static func countries(_ text: String) -> String {
        text.split { ";,".contains($0) }.map { country($0.trimmingCharacters(in: .whitespaces)) }
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
