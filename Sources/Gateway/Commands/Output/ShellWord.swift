extension String {
    /// It as one word for a shell, for a command that a person is to type: `example`, `'My List'`.
    var shellWord: String {
        let isPlain = !isEmpty && unicodeScalars.allSatisfy { $0.properties.isAlphabetic || Self.plain.contains($0) }
        return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
    }

    private static let plain = Set("0123456789_-./:@%+,".unicodeScalars)
}
