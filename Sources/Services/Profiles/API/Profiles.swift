public import HearthModel
public import RPC

/// Profiles and policies: a household, its members and profiles, their tokens, and their favourites.
///
/// Household, profile and policy come from the caller's token, never from a request. Only ``LocalOwner`` and
/// ``CreateHousehold`` need no token: they require the machine's owner key; and ``AcceptInvitation``, which requires an
/// invitation's.
public enum Profiles: ServiceContract {
    public static let serviceName = ServiceManifest.profiles.name
    public static let name = "hearth.profiles.v1.Profiles"
    public static let requests: [any RPCMethod.Type] = [
        LocalOwner.self, CreateHousehold.self, SwitchProfile.self, GetKeys.self,
        GetHousehold.self, SetHouseholdOptions.self, SetPIN.self,
        ListProfiles.self, CreateProfile.self, RenameProfile.self, DeleteProfile.self,
        RestoreProfile.self,
        AnswerAdultPrompt.self,
        DescribeSettings.self, GetSettings.self, ChangeSettings.self,
        AddFavourite.self, RemoveFavourite.self, ListFavourites.self,
        FollowEvents.self,
        ListMembers.self, ListRoles.self, ChangeMember.self, DisableMember.self, EnableMember.self,
        RemoveMember.self, LeaveHousehold.self, HandOnOwnership.self,
        InviteMember.self, ListInvitations.self, RevokeInvitation.self, AcceptInvitation.self,
        DeleteHousehold.self, KeepHousehold.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Profiles {}
    /// A method that answers with items.
    public protocol ServerStream: RPCServerStream where Service == Profiles {}

    /// The roles that may change profiles.
    static let adults = CallAccess.roles("owner", "adult")
    /// The role that runs the household.
    static let owners = CallAccess.roles("owner")
}
