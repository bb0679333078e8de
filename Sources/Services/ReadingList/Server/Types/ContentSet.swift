/// What a link is: video, audio, both, or an article.
struct ContentSet: OptionSet, Hashable, Sendable {
    let rawValue: Int64

    static let video = ContentSet(rawValue: 1)
    static let audio = ContentSet(rawValue: 2)
    static let article = ContentSet(rawValue: 4)
}
