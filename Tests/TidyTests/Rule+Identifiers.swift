extension Rule {
    /// Identifiers are of the field's words, too: `queue`, `clients`, `scope`, `fixture` (docs/glossary.md).
    static let identifiers = Rule(name: "the field's identifiers") { file in
        guard file.isSwift, !identifierAllowances.contains(where: { file.path.hasPrefix($0) }) else { return [] }
        return privateWords.flatMap { word in
            file.identifierParts(word).filter { offset in
                !contractNames.contains { file.identifier(at: offset).hasPrefix($0) }
            }.map { file.violation(at: $0, "\(word): name what it is, see docs/glossary.md") }
        }
    }

    /// Names that only readers of an older state of this project would know; a plural is found with its singular.
    private static let privateWords = [
        "desk", "neighbour", "lens", "dice", "gazette", "scene", "wish", "shelf", "census", "deed", "keeper", "door",
        // A call has a response; so do the adjectives and verbs around it.
        "answer", "answered", "answering", "reply", "replies",
    ]

    /// Names that are a part of the contract, and of what implements it: the channels before and after one are
    /// `Catalog.ListNeighbours`, a person answers the prompt about adult titles, and the names of these responses are those
    /// of their rules in the CDDL files, with which the released contract is compared.
    private static let contractNames = [
        "ListNeighbours", "listNeighbours", "ChannelNeighbours", "CatalogNeighbours", "NeighbourReader",
        "NeighbourTests", "AnswerAdultPrompt", "answerAdultPrompt", "AdultPromptAnswered", "adultPromptAnswered",
        "AnswerSource", "TitlesAnswer", "MovieAnswer", "ShowAnswer", "SeasonAnswer", "GenresAnswer",
        "ConfigurationAnswer", "ImageAnswer", "QueueAnswer", "SchemaAnswer",
    ]

    /// Files whose names are on the wire or in a file format: `vectors/frames.json`, and the Python client's service.
    static let identifierAllowances = [
        "Sources/HearthSchema/Tool/Conversation", "Sources/HearthSchema/Tool/Examples.swift",
        "Sources/HearthSchema/Tool/FrameVectors", "Tests/PythonClientTests/WireServ",
    ]
}
