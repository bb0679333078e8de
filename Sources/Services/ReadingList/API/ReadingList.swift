public import HearthModel
public import RPC

/// Links to read, watch or listen to later: saved at once, searchable by type.
///
/// Every profile has its own list, which the caller's token selects, never a request.
public enum ReadingList: ServiceContract {
    public static let serviceName = ServiceManifest.readingList.name
    public static let name = "hearth.readinglist.v1.ReadingList"
    public static let requests: [any RPCMethod.Type] = [
        SaveLink.self, GetLink.self, ListLinks.self, ListDomains.self, ListTags.self,
        MarkLinks.self, StarLinks.self, TagLinks.self, EditLink.self, DeleteLinks.self, UndoDelete.self,
        CorrectTypes.self, ListSiteRules.self, RemoveSiteRule.self,
        ImportLinks.self, GetLinkImport.self, FollowLinkImport.self, CancelLinkImport.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == ReadingList {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == ReadingList {}
    /// A method that takes items.
    public protocol ClientStream: RPCClientStream where Service == ReadingList {}

    /// The roles that may have the service read files.
    static let ownerAndAdults = CallAccess.roles("owner", "adult")
}
