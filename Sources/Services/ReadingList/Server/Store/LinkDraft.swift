/// A link that is to be on a list.
struct LinkDraft: Sendable {
    var id: String
    var canonical: String
    var url: String
    var domain: String
    var title: String?
    var description: String?
    var note: String?
    var tags: [String]
    var types: ContentTypeSet
    var isFeatured: Bool
    var isRead: Bool
    /// Milliseconds since 1970.
    var added: Int64
    var updated: Int64
    var source: String?

    /// A link to a page, classified by its signals.
    init(id: String, address: WebAddress, title: String?, isFeatured: Bool, now: Int64) {
        self.id = id
        (canonical, url, domain) = (address.canonical, address.url, address.domain)
        self.title = title
        tags = []
        types = ContentClassifier.classify(address, title: title)
        self.isFeatured = isFeatured || LeadingStar.isThere(title)
        isRead = false
        (added, updated) = (now, now)
    }
}
