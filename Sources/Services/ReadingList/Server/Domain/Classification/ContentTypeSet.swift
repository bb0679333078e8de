/// A link's types: video, audio, both, or article.
struct ContentTypeSet: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    static let video = ContentTypeSet(rawValue: 1)
    static let audio = ContentTypeSet(rawValue: 2)
    static let article = ContentTypeSet(rawValue: 4)
}
