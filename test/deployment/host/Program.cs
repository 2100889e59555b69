using Microsoft.AspNetCore.Authentication.JwtBearer;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http.Connections;
using Microsoft.AspNetCore.Http.Connections.Features;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.FileProviders;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;
using System.Collections.Concurrent;
using System.ComponentModel.DataAnnotations;
using System.Security.Claims;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration;

builder.Services.AddControllers();
builder.Services.AddProblemDetails();
var signalR = builder.Services.AddSignalR(options =>
    options.KeepAliveInterval = TimeSpan.FromSeconds(settings.GetValue("KeepAliveSeconds", 15)));
// The backplane of several nodes.
if (settings["Redis"] is { } redis) signalR.AddStackExchangeRedis(redis);
builder.Services.AddSingleton<ChatStore>();
builder.Services.AddAuthentication(JwtBearerDefaults.AuthenticationScheme).AddJwtBearer(options =>
{
    options.MapInboundClaims = false;
    options.TokenValidationParameters =
        new() { ValidateIssuer = false, ValidateAudience = false, IssuerSigningKey = ChatController.Key };
    options.Events = new()
    {
        OnMessageReceived = context =>
        {
            // Browsers cannot set headers for WebSockets and server-sent events.
            if (context.Request.Path.StartsWithSegments("/chatHub66"))
                context.Token = context.Request.Query["access_token"];
            return Task.CompletedTask;
        },
    };
});
builder.Services.AddAuthorization(options => options.AddPolicy("OwnChannel", policy => policy
    .RequireAuthenticatedUser()
    .RequireAssertion(context => context.Resource is HttpContext http
        && http.Request.Query["userId"] == context.User.FindFirstValue(ClaimTypes.NameIdentifier))));
builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy
    // The page's origin is any port of this machine.
    .SetIsOriginAllowed(origin => new Uri(origin).IsLoopback)
    .AllowAnyHeader()
    .AllowAnyMethod()
    .AllowCredentials()
    .WithExposedHeaders("Date")));
builder.Services.AddChatApp();

var app = builder.Build();

app.UseChatApp();
app.UseExceptionHandler();
app.UseStatusCodePages();
app.UseCors();

var uploads = Path.Combine(app.Services.GetRequiredService<ChatStore>().Folder, "uploads");
app.UseStaticFiles(new StaticFileOptions
{
    FileProvider = new PhysicalFileProvider(Directory.CreateDirectory(uploads).FullName),
    RequestPath = "/uploads",
});

app.UseRouting();
app.UseAuthentication();
app.UseAuthorization();

app.MapControllers();
app.MapHub<ChatHub>("/chatHub66", options =>
{
    options.Transports = settings.GetValue("Transports",
        HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents | HttpTransportType.LongPolling);
    options.CloseOnAuthenticationExpiration = settings.GetValue("CloseOnAuthenticationExpiration", false);
}).RequireAuthorization("OwnChannel");
app.MapChatApp();

// For tests, without authorization: stores a message of the operator and delivers it live.
app.MapPost("/control/operator", async (OperatorRequest request, ChatStore store, IHubContext<ChatHub> hub) =>
{
    var (customerId, text, imageUrl) = request;
    var message = store.Add(customerId, new(ChatStore.OperatorId, customerId, text, imageUrl, DateTime.UtcNow));
    await hub.Clients.User($"{customerId}").SendAsync("ReceiveMessage", message);
});
app.MapPost("/control/abort", () =>
{
    foreach (var connection in ChatHub.Connections.Values) connection.Abort();
});
app.MapGet("/control/connections", () => ChatHub.Connections.Values.Select(connection => new
{
    customerId = int.Parse(connection.UserIdentifier!),
    transport = connection.Features.Get<IHttpTransportFeature>()!.TransportType.ToString(),
}));

app.Run();

public record LoginRequest([RegularExpression(@"^\+994\d{9}$")] string Username, string Password);

public record OperatorRequest(int CustomerId, string? Text, string? ImageUrl);

public record ChatMessage(int FromUserId, int ToUserId, string? Text, string? ImageUrl, DateTime Timestamp)
{
    private bool IsOfOperator => FromUserId == ChatStore.OperatorId;

    [JsonIgnore]
    public int CustomerId => IsOfOperator ? ToUserId : FromUserId;

    /// <summary>The operator writes to any customer, a customer to the operator only.</summary>
    [JsonIgnore]
    public bool IsAllowed => IsOfOperator || ToUserId == ChatStore.OperatorId;
}

/// <summary>The REST API.</summary>
[ApiController]
[Authorize]
[Route("api/66")]
public class ChatController(ChatStore store, IConfiguration settings) : ControllerBase
{
    public static readonly SymmetricSecurityKey Key =
        new(Encoding.UTF8.GetBytes("the stand-in provider signs its tokens with this public key"));

    private int UserId => int.Parse(User.FindFirstValue(ClaimTypes.NameIdentifier)!);

    /// <summary>
    /// Logs a customer in, with the WS-Federation claim names of .NET. The digits of a phone number, after a 1, are its id.
    /// </summary>
    [AllowAnonymous]
    [HttpPost("login")]
    public IActionResult Login(LoginRequest request) => Ok(new
    {
        newtoken = new JsonWebTokenHandler().CreateToken(new SecurityTokenDescriptor
        {
            Claims = new Dictionary<string, object>
            {
                [ClaimTypes.NameIdentifier] = "1" + request.Username[4..],
                [ClaimTypes.Name] = request.Username,
            },
            Expires = DateTime.UtcNow.AddSeconds(settings.GetValue("TokenLifetimeSeconds", 3600)),
            SigningCredentials = new(Key, SecurityAlgorithms.HmacSha256),
        }),
    });

    [HttpGet("messages/{userId}")]
    public IActionResult Messages(int userId) =>
        userId == UserId ? Ok(store.Of(userId)) : Forbid();

    [HttpPost("send")]
    public IActionResult Send(ChatMessage message)
    {
        if (message.FromUserId != UserId || !message.IsAllowed) return Forbid();
        if (message.ImageUrl is { } imageUrl && !store.HasImage(imageUrl)) return BadRequest();
        store.Add(message.CustomerId, message);
        return Ok();
    }

    [HttpPost("upload")]
    [RequestSizeLimit(20 * 1024 * 1024)]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        using var content = new MemoryStream();
        await file.CopyToAsync(content);
        // A file has the type of its first bytes.
        var start = Encoding.Latin1.GetString(content.ToArray(), 0, (int)Math.Min(content.Length, 12));
        var type = Types.FirstOrDefault(type => Regex.IsMatch(start, type.Start, RegexOptions.Singleline)).Extension;
        if (type is null) return StatusCode(StatusCodes.Status415UnsupportedMediaType);
        var imageUrl = $"uploads/{Guid.NewGuid()}.{type}";
        await System.IO.File.WriteAllBytesAsync(Path.Combine(store.Folder, imageUrl), content.ToArray());
        return Ok(new { imageUrl });
    }

    private static readonly (string Start, string Extension)[] Types =
        [("^\x89PNG", "png"), ("^\xff\xd8\xff", "jpg"), ("^GIF8", "gif"), ("^RIFF....WEBP", "webp")];
}

/// <summary>The chat hub. `POST send` stores messages; the hub only delivers them.</summary>
public class ChatHub : Hub
{
    public static ConcurrentDictionary<string, HubCallerContext> Connections { get; } = new();

    public override Task OnConnectedAsync()
    {
        Connections[Context.ConnectionId] = Context;
        return Task.CompletedTask;
    }

    public override Task OnDisconnectedAsync(Exception? exception)
    {
        Connections.TryRemove(Context.ConnectionId, out _);
        return Task.CompletedTask;
    }

    public Task SendMessage(ChatMessage message)
    {
        if (message.FromUserId.ToString() != Context.UserIdentifier)
            throw new HubException("The sender of a message must be the caller.");
        if (!message.IsAllowed) throw new HubException("A customer writes to the operator only.");
        return Clients.User(message.ToUserId.ToString()).SendAsync("ReceiveMessage", message);
    }

    public Task SendTyping(int senderId, int value) =>
        Clients.User(ChatStore.OperatorId.ToString()).SendAsync("ReceiveTyping", senderId, value);
}

/// <summary>A database file that all nodes share. A message is stored when its INSERT has returned.</summary>
public class ChatStore
{
    public const int OperatorId = 1;

    private readonly string _source;

    public string Folder { get; }

    public ChatStore(IConfiguration settings)
    {
        Folder = Directory.CreateDirectory(settings["Folder"] ?? "data").FullName;
        _source = $"Data Source={Path.Combine(Folder, "chat.db")}";
        Query("""
            CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, customer INTEGER, message TEXT);
            CREATE INDEX IF NOT EXISTS conversation ON messages (customer);
            PRAGMA journal_mode = WAL;
            """);
    }

    /// <summary>Returns a conversation in stored order.</summary>
    public IEnumerable<ChatMessage> Of(int customerId) => Query(
        "SELECT message FROM messages WHERE customer = $customer ORDER BY id", ("$customer", customerId))
        .Select(message => JsonSerializer.Deserialize<ChatMessage>(message)!);

    /// <summary>Whether an upload has returned this URL.</summary>
    public bool HasImage(string imageUrl) =>
        imageUrl == $"uploads/{Path.GetFileName(imageUrl)}" && File.Exists(Path.Combine(Folder, imageUrl));

    /// <summary>Stores a message. Its time is in UTC and loses its kind, as in a datetime2 column.</summary>
    public ChatMessage Add(int customerId, ChatMessage message)
    {
        var utc = message.Timestamp.ToUniversalTime();
        var stored = message with { Timestamp = DateTime.SpecifyKind(utc, DateTimeKind.Unspecified) };
        Query("INSERT INTO messages (customer, message) VALUES ($customer, $message)",
            ("$customer", customerId), ("$message", JsonSerializer.Serialize(stored)));
        return stored;
    }

    /// <summary>Runs SQL with parameters. Returns the first column of its result.</summary>
    private List<string> Query(string sql, params (string Name, object Value)[] parameters)
    {
        using var connection = new SqliteConnection(_source);
        connection.Open();
        using var command = connection.CreateCommand();
        // The file outlives a killed process. Surviving a power failure would cost a flush per message.
        command.CommandText = "PRAGMA synchronous = OFF;" + sql;
        foreach (var (name, value) in parameters) command.Parameters.AddWithValue(name, value);
        using var reader = command.ExecuteReader();
        var values = new List<string>();
        while (reader.Read()) values.Add(reader.GetString(0));
        return values;
    }
}
